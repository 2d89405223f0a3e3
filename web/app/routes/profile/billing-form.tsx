import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import {
  isTaxNumber,
  normalizedTaxNumber,
  taxCountries,
  taxNumberExample,
  taxNumberName,
} from '@hourspace/domain/tax.ts'
import {
  type BillingDetails,
  billingDetails,
  saveBillingDetails,
} from '#web/data/billing-details.ts'
import { useReportDirty } from '#web/features/listing/save-bar.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { focusFirstInvalid } from '#web/lib/focus-first-invalid.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { PlainInput, PlainSelect, PlainTextArea } from '#web/ui/plain-field.tsx'
import { showToast } from '#web/ui/toast.tsx'

const countryNames = new Intl.DisplayNames(['en-US'], { type: 'region' })
const countries = [
  { id: '', label: 'Choose a country' },
  ...taxCountries
    .map((id) => ({ id, label: countryNames.of(id) ?? id }))
    .toSorted((one, other) => one.label.localeCompare(other.label)),
]

/** Error texts by the names of the fields. */
type BillingErrors = { 'billing-tax'?: string; 'billing-vat'?: string }

export function BillingForm(props: {
  userId: string
  isHost: boolean
  details: BillingDetails
  onDirty: (isDirty: boolean) => void
}) {
  const { userId, isHost, onDirty } = props
  const [draft, setDraft] = useState(props.details)
  const [vat, setVat] = useState(props.details.vat_percentage?.toString() ?? '')
  const [errors, setErrors] = useState<BillingErrors>({})
  const form = useRef<HTMLFormElement>(null)
  const queryClient = useQueryClient()
  const { country } = draft
  const taxName = taxNumberName(country)
  const example = taxNumberExample(country)
  const percentage = vat.trim() ? Number(vat.replace(',', '.')) : null
  const typed = { ...draft, vat_percentage: percentage }
  useReportDirty(JSON.stringify(typed) !== JSON.stringify(props.details), onDirty)

  function change(part: Partial<BillingDetails>) {
    setDraft((before) => ({ ...before, ...part }))
    setErrors({})
  }

  const save = useMutation({
    mutationFn: async (details: BillingDetails) => {
      await saveBillingDetails(userId, details)
      queryClient.setQueryData(billingDetails(userId).queryKey, details)
      // Keeps what the user has typed while the form was saving.
      setDraft((now) => (now === draft ? details : now))
      showToast({ title: 'Your invoice details are saved', tone: 'success' })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const tax_id = normalizedTaxNumber(draft.tax_id)
    const isWrongVat = percentage !== null && !(percentage > 0 && percentage <= 40)
    const found: BillingErrors = {
      ...(tax_id && !isTaxNumber(tax_id, country)
        ? {
            'billing-tax': `This is not a valid ${taxName}${example ? `. Example: ${example}` : ''}`,
          }
        : percentage !== null &&
          !tax_id && { 'billing-tax': `Please enter your ${taxName} to show VAT on invoices` }),
      ...(isWrongVat && {
        'billing-vat': 'Please enter a percentage up to 40, or leave this empty',
      }),
    }
    setErrors(found)
    focusFirstInvalid(form.current, found)
    if (Object.keys(found).length > 0 || save.isPending) return
    save.mutate({
      ...draft,
      legal_name: draft.legal_name.trim(),
      address: draft.address.trim(),
      tax_id,
      vat_percentage: percentage,
    })
  }

  return (
    <form
      ref={form}
      aria-label="Invoice details"
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-5"
    >
      <PlainInput
        label="Name or company"
        name="billing-name"
        isOptional
        value={draft.legal_name}
        onValue={(legal_name) => change({ legal_name })}
        maxLength={200}
        autoComplete="organization"
        description="Without it, invoices show your profile name."
      />
      <PlainTextArea
        label="Address"
        name="billing-address"
        isOptional
        value={draft.address}
        onValue={(address) => change({ address })}
        maxLength={500}
        rows={3}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <PlainSelect
          label="Country"
          name="billing-country"
          isOptional
          options={countries}
          value={country ?? ''}
          onValue={(id) => change({ country: id || null })}
        />
        <PlainInput
          label={taxName}
          name="billing-tax"
          isOptional
          value={draft.tax_id}
          onValue={(tax_id) => change({ tax_id })}
          maxLength={40}
          autoComplete="off"
          description={example ? `Such as ${example}.` : undefined}
          error={errors['billing-tax']}
        />
      </div>
      {isHost && (
        <PlainInput
          label="VAT included in your prices, in percent"
          name="billing-vat"
          isOptional
          inputMode="decimal"
          value={vat}
          onValue={(next) => {
            setVat(next)
            setErrors({})
          }}
          autoComplete="off"
          className="sm:max-w-xs"
          description="Leave empty if you don’t charge VAT. Prices stay the same."
          error={errors['billing-vat']}
        />
      )}
      <AlertText>
        {save.error && messageOf(save.error, 'Your invoice details were not saved')}
      </AlertText>
      <Button type="submit" variant="secondary" className="self-start" isPending={save.isPending}>
        Save invoice details
      </Button>
    </form>
  )
}
