import type { ComponentProps, ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import type { Option } from '#web/ui/native-select.tsx'
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
  /** Instead of putting the text into the draft as it is. */
  onText?: (text: string) => void
}

/** What lies around a control, what it shows and takes, and what is its own. */
function partsOf<Props extends FieldProps>(props: Props) {
  const { form, field, label, description, className, onText, ...own } = props
  return {
    around: { label, name: field, description, error: form.errors[field], className },
    value: form.draft[field],
    take: onText ?? ((text: string) => form.onChange({ [field]: text })),
    own,
  }
}

type InputProps = Omit<ComponentProps<'input'>, keyof FieldProps | 'name' | 'value' | 'onChange'>

/** A field of the draft to type in. */
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

/** A field of the draft with a short list to choose from. */
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

/** A part of the listing form under a heading of its own. */
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
