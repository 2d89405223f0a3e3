import type { ComponentProps, ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import type { Option } from '#web/ui/native-select.tsx'
import { PlainField } from '#web/ui/plain-field.tsx'
import type { ListingDraft, ListingErrors } from './listing-draft.ts'

/** The listing draft, its errors, and the function to change it. */
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
  /** Called instead of writing the field's text to the draft. */
  onText?: (text: string) => void
}

/** Separates a field's props into those of the label and those of the control. */
function partsOf<Props extends FieldProps>(props: Props) {
  const { form, field, label, description, className, onText, ...own } = props
  return {
    around: { label, name: field, description, error: form.errors[field], className },
    value: form.draft[field] ?? '',
    take: onText ?? ((text: string) => form.onChange({ [field]: text })),
    own,
  }
}

type InputProps = Omit<ComponentProps<'input'>, keyof FieldProps | 'name' | 'value' | 'onChange'>

/** A text field of the listing draft. */
export function DraftField(props: FieldProps & InputProps) {
  const { around, value, take, own } = partsOf(props)
  return (
    <PlainField {...around}>
      {(control) => (
        <input
          {...own}
          {...control}
          value={value}
          onChange={(event) => take(event.currentTarget.value)}
        />
      )}
    </PlainField>
  )
}

/** A select field of the listing draft. */
export function DraftSelect(props: FieldProps & { options: readonly Option[] }) {
  const { around, value, take, own } = partsOf(props)
  return (
    <PlainField {...around}>
      {(control) => (
        <NativeSelect
          {...own}
          {...control}
          className={undefined}
          label={around.label}
          value={value}
          onChange={take}
        />
      )}
    </PlainField>
  )
}

/** A titled section of the listing form. */
export function FieldSection(props: { title: string; hint?: string; children: ReactNode }) {
  const { title, hint, children } = props
  return (
    <Card className="flex flex-col gap-5">
      <div>
        <h2 className="text-xl">{title}</h2>
        {hint && <p className="mt-1 text-sm text-ink-soft">{hint}</p>}
      </div>
      {children}
    </Card>
  )
}
