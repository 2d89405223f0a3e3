import { useState } from 'react'
import { AccountForm } from '#web/features/account/account-form.tsx'
import { NameField, useSaveName } from '#web/features/account/name-field.tsx'
import { Button } from '#web/ui/button.tsx'

export const nameHint = 'The host and your receipt show this name.'

/**
 * Form that asks for the name of a user who has none. The form comes before the payment step,
 * because opening that step confirms a free booking.
 */
export default function GuestName(props: {
  userId: string
  /** `submit` is the label of the submit button. */
  submit: string
  onCancel: () => void
}) {
  const { userId, submit, onCancel } = props
  const saveName = useSaveName(userId)
  const [name, setName] = useState('')
  return (
    <AccountForm
      submit={submit}
      work={() => saveName(name)}
      foot={
        <Button variant="secondary" wide onPress={onCancel}>
          Cancel
        </Button>
      }
    >
      {(problems) => (
        <NameField
          value={name}
          onChange={setName}
          description={nameHint}
          error={problems['full_name']}
        />
      )}
    </AccountForm>
  )
}
