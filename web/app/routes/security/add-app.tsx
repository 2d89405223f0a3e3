import { useState } from 'react'
import { AccountForm } from '#web/features/account/account-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { beginApp, confirmFactor, type NewApp } from './factors.ts'
import { freeName, NameField } from './name-field.tsx'

type AddFactorProps = { taken: readonly string[]; onAdded: () => void; onCancel: () => void }

/** Form to set up an authenticator app, with its name, QR code and first code. */
export function AddApp({ taken, onAdded, onCancel }: AddFactorProps) {
  const [name, setName] = useState(() => freeName('Authenticator app', taken))
  const [app, setApp] = useState<NewApp>()
  const [code, setCode] = useState('')

  const cancel = (
    <Button variant="quiet" wide onPress={onCancel}>
      Not now
    </Button>
  )
  if (!app) {
    return (
      <div className="max-w-md">
        <AccountForm
          submit="Continue"
          work={async () => setApp(await beginApp(name.trim()))}
          foot={cancel}
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
          {/* White in both themes, because cameras need dark on light. */}
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
        <AccountForm
          submit="Turn On"
          work={async () => {
            await confirmFactor(app.id, code)
            onAdded()
          }}
          foot={cancel}
        >
          {(problems) => (
            <CodeField
              label="Code from the app"
              name="factor_code"
              value={code}
              onChange={setCode}
              error={problems['factor_code']}
              takesFocus
            />
          )}
        </AccountForm>
      </div>
    </div>
  )
}
