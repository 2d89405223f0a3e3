/**
 * Returns what a host can do after the bank has refused a payout. `code` is Stripe's failure code.
 * https://docs.stripe.com/api/payouts/failures
 */
export function bankFailureText(code: string | null): string {
  const safe = 'The money is back in your Stripe account.'
  switch (code) {
    case 'account_closed':
    case 'no_account':
    case 'invalid_account_number':
    case 'incorrect_account_holder_name':
      return `${safe} Once you have added another bank account in Stripe, it is paid out again.`
    case 'account_frozen':
    case 'bank_account_restricted':
    case 'debit_not_authorized':
      return `${safe} Ask your bank why it refuses payouts, or add another account in Stripe.`
    default:
      return `${safe} Once you have corrected your bank details in Stripe, it is paid out again.`
  }
}
