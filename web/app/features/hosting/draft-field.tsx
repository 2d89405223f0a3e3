import type { ComponentProps, ReactNode } from 'react'
import { NativeSelect } from '#web/ui/native-select.tsx'
import type { Option } from '#web/ui/option.ts'
import { PlainField } from '#web/ui/plain-field.tsx'
import type { ListingDraft, ListingErrors } from './listing-draft.ts'

/** The draft with what is wrong with it, and the way to change it. */
export type DraftForm = {
  draft: ListingDraft
  errors: ListingErrors
  onChange: (change: Partial<ListingDraft>) => void
}

type FieldProps = {
  form: DraftForm
  field: keyof ListingDraft
  label: string
  description?: ReactNode
  className?: string
}

type DraftFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'form' | 'name' | 'value' | 'onChange' | 'className'> & {
    /** Instead of putting the text into the draft as it is. */
    onText?: (text: string) => void
  }

/** A field of the draft to type in. */
export function DraftField(props: DraftFieldProps) {
  const { form, field, label, description, className, onText, ...input } = props
  return (
    <PlainField
      label={label}
      name={field}
      description={description}
      error={form.errors[field]}
      className={className}
    >
      {(control) => (
        <input
          {...input}
          {...control}
          value={form.draft[field]}
          onChange={({ currentTarget: { value } }) =>
            onText ? onText(value) : form.onChange({ [field]: value })
          }
        />
      )}
    </PlainField>
  )
}

/** A field of the draft with a short list to choose from. */
export function DraftSelect(props: FieldProps & { options: readonly Option[] }) {
  const { form, field, label, description, className, options } = props
  return (
    <PlainField
      label={label}
      name={field}
      description={description}
      error={form.errors[field]}
      className={className}
    >
      {(control) => (
        <NativeSelect
          {...control}
          className={undefined}
          label={label}
          options={options}
          value={form.draft[field]}
          onChange={(chosen) => form.onChange({ [field]: chosen })}
        />
      )}
    </PlainField>
  )
}
