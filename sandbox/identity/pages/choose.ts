import { html } from 'hono/html'
import type { Html } from '../../page.ts'
import { people, type Person } from '../people.ts'
import { page } from './layout.ts'

/**
 * A simulated fault of the identity provider, which a developer can select on the account picker.
 */
export type Fault = { name: string; label: string }

type Choice = {
  provider: string
  application: string
  action: string
  /** `request` holds the parameters of the authorization request, which the form posts back. */
  request: Record<string, string>
  accounts?: readonly Person[]
  faults: readonly Fault[]
  /** `fault` is the name of the selected fault; '' if none is selected. */
  fault: string
}

export function choosePage(choice: Choice): Html {
  const { provider, application, action, fault, faults, accounts = people } = choice
  const chosen = faults.find(({ name }) => name === fault)
  return page(
    `${provider}: choose an account`,
    html`<h1>Choose an account</h1>
      <p>to continue to <strong>${application}</strong> with ${provider}</p>
      ${
        chosen
          ? html`<p class="wrong" role="status">This sign-in will go wrong: ${chosen.label}.</p>`
          : ''
      }
      <form class="accounts" method="post" action="${action}">
        ${hidden(choice)} ${accounts.map(account)}
      </form>
      <details>
        <summary>Use another account</summary>
        <form method="post" action="${action}">
          ${hidden(choice)}
          <label>Name <input name="name" autocomplete="off" maxlength="100" /></label>
          <label
            >Email
            <input type="email" name="email" required maxlength="200" autocomplete="off" />
          </label>
          <label class="check">
            <input type="checkbox" name="email_verified" value="true" checked />
            ${provider} has verified this address
          </label>
          <button class="main">Continue</button>
        </form>
      </details>
      ${faults.length > 0 ? switches(choice) : ''}
      <form class="cancel" method="post" action="${action}">
        ${hidden(choice)}
        <button name="cancel" value="true">Cancel</button>
      </form>`,
  )
}

function account({ id, name, email, emailVerified }: Person): Html {
  const initials = name
    .split(' ')
    .map((word) => word[0])
    .join('')
  return html`<button name="person" value="${id}">
    <span class="face" aria-hidden="true">${initials}</span>
    <strong>${name}</strong>
    <small>${email}${emailVerified ? '' : ' (not verified)'}</small>
  </button>`
}

/** Returns a form that reloads the account picker with the selected fault. */
function switches({ action, request, faults, fault }: Choice): Html {
  return html`<details ${fault ? 'open' : ''}>
    <summary>Test switches</summary>
    <form method="get" action="${action}">
      ${fields(request)}
      <label
        >What goes wrong
        <select name="fault">
          <option value="">Nothing</option>
          ${faults.map(
            ({ name, label }) =>
              html`<option value="${name}" ${name === fault ? 'selected' : ''}>${label}</option>`,
          )}
        </select>
      </label>
      <button>Set</button>
    </form>
  </details>`
}

function hidden({ request, fault }: Choice): Html {
  return html`${fields(request)}<input type="hidden" name="fault" value="${fault}" />`
}

function fields(request: Record<string, string>): Html {
  return html`${Object.entries(request).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )}`
}
