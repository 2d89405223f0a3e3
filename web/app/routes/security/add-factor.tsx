import { useState, type ReactNode } from 'react'
import { AccountForm } from '#web/features/account/account-form.tsx'
import { ResendButton } from '#web/features/account/resend-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { PlainField } from '#web/ui/plain-field.tsx'
import { beginApp, beginPhone, confirmFactor, textCode } from './factors.ts'

type AddFactorProps = {
  /** `taken` are the names of the user's existing second factors. */
  taken: readonly string[]
  onAdded: () => void
  onCancel: () => void
}

/**
 * Form that adds an authenticator app. First the user names it, then scans the QR code and enters a
 * code.
 */
export function AddApp({ taken, onAdded, onCancel }: AddFactorProps) {
  const [name, setName] = useState(() => freeName('Authenticator app', taken))
  const [app, setApp] = useState<Awaited<ReturnType<typeof beginApp>>>()

  if (!app) {
    return (
      <div className="max-w-md">
        <AccountForm
          submit="Continue"
          work={async () => setApp(await beginApp(name.trim()))}
          foot={<CancelButton onPress={onCancel} />}
        >
          {(problems) => (
            <NameField value={name} onChange={setName} error={problems['factor_name']} />
          )}
        </AccountForm>
      </div>
    )
  }

  return (
    <div className="flex flex-col gap-5">
      <ol className="flex list-decimal flex-col gap-4 pl-5 marker:font-semibold">
        <li>
          <p>Scan this QR code with your authenticator app.</p>
          {/* White in both themes, because cameras need a dark QR code on a light background. */}
          <img
            src={app.picture}
            alt="QR code for an authenticator app; the key below is the same"
            width={200}
            height={200}
            className="mt-3 rounded-control bg-white p-3"
          />
          <p className="mt-3 text-sm text-ink-soft">
            Or enter this key in your app and choose time-based codes:
          </p>
          <p className="mt-1 max-w-md font-mono text-sm break-all select-all">
            {app.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </p>
        </li>
        <li>Enter the code that the app shows.</li>
      </ol>
      <div className="max-w-md">
        <CodeForm
          label="Code from the app"
          confirm={(code) => confirmFactor(app.id, code)}
          onAdded={onAdded}
          foot={<CancelButton onPress={onCancel} />}
        />
      </div>
    </div>
  )
}

/**
 * Form that adds a phone. First the user enters name and number, then the code from the text
 * message.
 */
export function AddPhone({ taken, onAdded, onCancel }: AddFactorProps) {
  const [name, setName] = useState(() => freeName('Phone', taken))
  const [phone, setPhone] = useState('')
  const [begun, setBegun] = useState<{ id: string; challengeId: string }>()

  if (!begun) {
    const number = phone.replaceAll(/[^\d+]/g, '')
    return (
      <div className="max-w-md">
        <AccountForm
          submit="Text me a code"
          work={async () => setBegun(await beginPhone(name.trim(), number))}
          foot={<CancelButton onPress={onCancel} />}
        >
          {(problems) => (
            <>
              <NameField value={name} onChange={setName} error={problems['factor_name']} />
              <PlainField
                label="Phone number"
                name="factor_phone"
                description="Include the country code, such as +1 813 555 0134."
                error={
                  problems['factor_phone'] &&
                  'Please enter a number with its country code, such as +1 813 555 0134'
                }
              >
                {(control) => (
                  <input
                    {...control}
                    type="tel"
                    autoComplete="tel"
                    pattern="\+[\d\s\(\).\-]{7,24}"
                    value={phone}
                    onChange={(event) => setPhone(event.currentTarget.value)}
                  />
                )}
              </PlainField>
            </>
          )}
        </AccountForm>
      </div>
    )
  }
  const { id, challengeId } = begun
  return (
    <div className="flex max-w-md flex-col gap-4">
      <p className="text-ink-soft">We texted a code to {phone}.</p>
      <CodeForm
        label="Code from the text"
        confirm={(code) => confirmFactor(id, code, challengeId)}
        onAdded={onAdded}
        foot={<CancelButton onPress={onCancel} />}
      />
      <ResendButton
        label="Text me another code"
        resend={async () => setBegun({ id, challengeId: await textCode(id) })}
      />
    </div>
  )
}

/** Returns a factor name that is not taken, such as 'Authenticator app 2'. */
function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted
  for (let number = 2; taken.includes(name); number += 1) name = `${wanted} ${number}`
  return name
}

type NameFieldProps = {
  value: string
  onChange: (name: string) => void
  error: string | undefined
}

function NameField({ value, onChange, error }: NameFieldProps) {
  return (
    <PlainField
      label="Name"
      name="factor_name"
      description="A name you’ll recognize, such as “Work phone”."
      error={error}
    >
      {(control) => (
        <input
          {...control}
          autoComplete="off"
          maxLength={60}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The user opened this form by pressing a button.
          autoFocus
        />
      )}
    </PlainField>
  )
}

type CodeFormProps = {
  label: string
  confirm: (code: string) => Promise<unknown>
  onAdded: () => void
  foot: ReactNode
}

function CodeForm({ label, confirm, onAdded, foot }: CodeFormProps) {
  const [code, setCode] = useState('')
  return (
    <AccountForm submit="Turn on" work={() => confirm(code).then(onAdded)} foot={foot}>
      {(problems) => (
        <CodeField
          label={label}
          name="factor_code"
          value={code}
          onChange={setCode}
          error={problems['factor_code']}
          takesFocus
        />
      )}
    </AccountForm>
  )
}

function CancelButton({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="quiet" wide onPress={onPress}>
      Not now
    </Button>
  )
}
