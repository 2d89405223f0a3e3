import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import type { ListingDraft, ListingErrors, TextFieldName } from './listing-draft.ts'

export type DraftForm = {
  draft: ListingDraft
  errors: ListingErrors
  onChange: (change: Partial<ListingDraft>) => void
}

/** Returns the props that bind a form control to one field of the listing draft. */
export const fieldOf = (form: DraftForm, name: TextFieldName) => ({
  name,
  value: form.draft[name] ?? '',
  error: form.errors[name],
  onValue: (value: string) => form.onChange({ [name]: value }),
})

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
