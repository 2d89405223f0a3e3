import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  isPayoutCountry,
  payoutCountries,
  payoutCountryName,
  suggestPayoutCountry,
} from '@hourspace/domain/payout-countries.ts'
import { listingCountries } from '#web/data/host-account.ts'
import { regionOfLanguage } from '#web/lib/region-of-language.ts'
import { PlainSelect } from '#web/ui/plain-field.tsx'

/**
 * State of the country field of a new payout account. Suggests the country of the host's listings.
 */
export function usePayoutCountry(userId: string | undefined) {
  const [chosen, setChosen] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const { data: countries, isLoading } = useQuery({
    ...listingCountries(userId ?? ''),
    enabled: userId !== undefined,
  })
  const suggested = countries && (suggestPayoutCountry(countries) ?? '')
  const fallback = countries?.length === 0 ? browserCountry() : ''
  return {
    isLoading,
    /** ISO 3166 code; '' if the host must choose. */
    value: chosen || suggested || fallback,
    /** True if Stripe cannot pay out to the country of the host's listings. */
    isUnsupported: suggested === '' && countries !== undefined && countries.length > 0,
    isMissing,
    choose: (code: string) => {
      setChosen(code)
      setIsMissing(false)
    },
    askFor: () => setIsMissing(true),
  }
}

function browserCountry(): string {
  const region = regionOfLanguage(navigator.language) ?? ''
  return isPayoutCountry(region) ? region : ''
}

const options = payoutCountries
  .map((id) => ({ id, label: payoutCountryName(id) }))
  .toSorted((one, other) => one.label.localeCompare(other.label))

/** Asks for the host's country, which Stripe must know before its onboarding starts. */
export function PayoutCountryField({
  country: { value, isUnsupported, isMissing, choose },
}: {
  country: ReturnType<typeof usePayoutCountry>
}) {
  return (
    <div className="flex max-w-prose flex-col gap-3 py-2">
      {isUnsupported && (
        <p className="text-sm">
          Stripe can’t send payouts to the country of your listings yet. You can connect an account
          if you live, or your business is registered, in one of the countries below.
        </p>
      )}
      <PlainSelect
        label="Country where you live or your business is registered"
        name="payout-country"
        description="You can’t change this later."
        options={value ? options : [{ id: '', label: 'Choose a country' }, ...options]}
        value={value}
        error={isMissing ? 'Please choose a country.' : undefined}
        onValue={choose}
        className="max-w-sm"
      />
    </div>
  )
}
