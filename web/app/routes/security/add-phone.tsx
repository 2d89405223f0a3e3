import { useState } from 'react'
import { AccountForm } from '#web/features/account/account-form.tsx'
import { ResendButton } from '#web/features/account/resend-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { PlainField } from '#web/ui/plain-field.tsx'
import { beginPhone, confirmFactor, textCode } from './factors.ts'
import { freeName, NameField } from './name-field.tsx'

/**
 * Form to set up a phone as a second factor: first name and number, then the code from the text
 * message.
 */
export function AddPhone(props: {
  taken: readonly string[]
  onAdded: () => void
  onCancel: () => void
}) {
  const { taken, onAdded, onCancel } = props
  const [name, setName] = useState(() => freeName('Phone', taken))
  const [phone, setPhone] = useState('')
  const [begun, setBegun] = useState<{ id: string; challengeId: string }>()
  const [code, setCode] = useState('')

  const cancel = (
    <Button variant="quiet" wide onPress={onCancel}>
      Not now
    </Button>
  )
  if (!begun) {
    const number = phone.replaceAll(/[^\d+]/g, '')
    return (
      <div className="max-w-md">
        <AccountForm
          submit="Text Me a Code"
          work={async () => setBegun(await beginPhone(name.trim(), number))}
          foot={cancel}
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
      <AccountForm
        submit="Turn On"
        work={async () => {
          await confirmFactor(id, code, challengeId)
          onAdded()
        }}
        foot={cancel}
      >
        {(problems) => (
          <CodeField
            label="Code from the text"
            name="factor_code"
            value={code}
            onChange={setCode}
            error={problems['factor_code']}
            takesFocus
          />
        )}
      </AccountForm>
      <ResendButton
        label="Text me another code"
        resend={async () => setBegun({ id, challengeId: await textCode(id) })}
      />
    </div>
  )
}
