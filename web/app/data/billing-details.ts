import { queryOptions } from '@tanstack/react-query'
import { browserClient } from './browser-client.ts'
import { userKey } from './query-client.ts'

/**
 * The billing details of a user, as shown on invoices. Without `vat_percentage`, invoices have no
 * VAT line.
 */
export type BillingDetails = {
  legal_name: string
  address: string
  /** `country` is an ISO 3166 code. */
  country: string | null
  tax_id: string
  vat_percentage: number | null
}

const empty: BillingDetails = {
  legal_name: '',
  address: '',
  country: null,
  tax_id: '',
  vat_percentage: null,
}

export const billingDetails = (userId: string) =>
  queryOptions({
    queryKey: [...userKey(userId), 'billing details'],
    queryFn: async (): Promise<BillingDetails> => {
      const client = await browserClient()
      const { data } = await client
        .from('billing_details')
        .select('legal_name, address, country, tax_id, vat_percentage')
        .eq('user_id', userId)
        .maybeSingle()
        .throwOnError()
      return data ?? empty
    },
    // Disables refetching on window focus, because the form may contain unsaved input.
    refetchOnWindowFocus: false,
  })

export async function saveBillingDetails(userId: string, details: BillingDetails): Promise<void> {
  const client = await browserClient()
  await client
    .from('billing_details')
    .upsert({ user_id: userId, ...details })
    .throwOnError()
}
