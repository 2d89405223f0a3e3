import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { spaceTypeNameHint, spaceTypeNamePattern } from '@hourspace/domain/listing.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { addSpaceType, isEmailUnverified, type SpaceType } from '#web/data/space-types.ts'
import { typeLabelProblem } from '#web/features/spaces/type-label.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

export default function AddSpaceType(props: {
  types: readonly SpaceType[]
  onAdded: (type: SpaceType) => void
  onCancel: () => void
}) {
  const [name, setName] = useState('')
  const [label, setLabel] = useState('')
  const [wasSent, setSent] = useState(false)

  const nameError = spaceTypeNamePattern.test(name) ? undefined : spaceTypeNameHint
  const labelError = typeLabelProblem(label, props.types)

  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: async () => addSpaceType(await browserClient(), { name, label }),
    onSuccess: props.onAdded,
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setSent(true)
    if (isPending) return
    if (nameError || labelError) reset()
    else mutate()
  }

  return (
    <Card>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Type ID"
            description={!(wasSent && nameError) && spaceTypeNameHint}
            errorMessage={wasSent ? nameError : undefined}
            value={name}
            onChange={(typed) => setName(typed.toLowerCase())}
            isRequired
            maxLength={60}
            autoComplete="off"
            placeholder="rooftop-garden"
          />
          <TextField
            label="Display Name"
            errorMessage={wasSent ? labelError : undefined}
            value={label}
            onChange={setLabel}
            isRequired
            maxLength={60}
            autoComplete="off"
            placeholder="Rooftop Garden"
          />
        </div>
        {error && (
          <Banner
            tone="error"
            action={
              isEmailUnverified(error) && (
                <TextLink to={paths.security()}>Open Profile &gt; Security</TextLink>
              )
            }
          >
            {messageOf(error, 'Failed to add space type')}
          </Banner>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isPending={isPending}>
            Add Type
          </Button>
          <Button variant="secondary" onPress={props.onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </Card>
  )
}
