export type Decline = { code: string; decline_code?: string; message: string }

export type CardBehavior = {
  authenticate?: boolean
  decline?: Decline
  dispute?: 'dispute' | 'inquiry'
  /**
   * `waits`: refunds to this card stay pending. `fails`: refunds to this card first succeed and
   * then fail.
   */
  refund?: 'waits' | 'fails'
}

const declined = (decline_code: string): Decline => ({
  code: 'card_declined',
  decline_code,
  message: 'Your card was declined.',
})

const insufficientFunds = {
  ...declined('insufficient_funds'),
  message: 'Your card has insufficient funds.',
}
const velocityExceeded = {
  ...declined('card_velocity_exceeded'),
  message:
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
}
const expired = { code: 'expired_card', message: 'Your card has expired.' }
const incorrectCvc = { code: 'incorrect_cvc', message: "Your card's security code is incorrect." }
const processingError = {
  code: 'processing_error',
  message: 'An error occurred while processing your card. Try again in a little bit.',
}

/** The error for a card number that is not in Stripe's list of test cards. */
export const liveCard: Decline = {
  ...declined('test_mode_live_card'),
  message:
    'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
}

export const authenticationRequired: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

const card = (number: string, alias: string, brand: string, behavior: CardBehavior = {}) => ({
  number,
  alias,
  brand,
  behavior,
})

const declining = (number: string, alias: string, decline: Decline) =>
  card(number, alias, 'visa', { decline })

/** The Stripe test cards that a marketplace needs: https://docs.stripe.com/testing */
export const testCards = [
  card('4242424242424242', 'pm_card_visa', 'visa'),
  card('4000056655665556', 'pm_card_visa_debit', 'visa'),
  card('5555555555554444', 'pm_card_mastercard', 'mastercard'),
  card('2223003122003222', 'pm_card_mastercard_series2', 'mastercard'),
  card('5200828282828210', 'pm_card_mastercard_debit', 'mastercard'),
  card('378282246310005', 'pm_card_amex', 'amex'),
  card('6011111111111117', 'pm_card_discover', 'discover'),
  card('3056930009020004', 'pm_card_diners', 'diners'),
  card('3566002020360505', 'pm_card_jcb', 'jcb'),
  card('6200000000000005', 'pm_card_unionpay', 'unionpay'),
  card('4000000000000077', 'pm_card_bypassPending', 'visa'),
  card('4000000000003055', 'pm_card_threeDSecureOptional', 'visa'),

  declining('4000000000000002', 'pm_card_chargeDeclined', declined('generic_decline')),
  declining('4000000000009995', 'pm_card_chargeDeclinedInsufficientFunds', insufficientFunds),
  declining('4000000000009987', 'pm_card_chargeDeclinedLostCard', declined('lost_card')),
  declining('4000000000009979', 'pm_card_chargeDeclinedStolenCard', declined('stolen_card')),
  declining('4100000000000019', 'pm_card_radarBlock', declined('fraudulent')),
  declining('4000000000006975', 'pm_card_chargeDeclinedVelocityLimitExceeded', velocityExceeded),
  declining('4000000000000069', 'pm_card_chargeDeclinedExpiredCard', expired),
  declining('4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc', incorrectCvc),
  declining('4000000000000119', 'pm_card_chargeDeclinedProcessingError', processingError),

  card('4000002500003155', 'pm_card_authenticationRequiredOnSetup', 'visa', { authenticate: true }),
  card('4000002760003184', 'pm_card_authenticationRequired', 'visa', { authenticate: true }),
  card('4000000000003220', 'pm_card_threeDSecure2Required', 'visa', { authenticate: true }),
  card('4000008400001629', 'pm_card_threeDSecureRequiredChargeDeclined', 'visa', {
    authenticate: true,
    decline: declined('generic_decline'),
  }),

  card('4000000000000259', 'pm_card_createDispute', 'visa', { dispute: 'dispute' }),
  card('4000000000001976', 'pm_card_createDisputeInquiry', 'visa', { dispute: 'inquiry' }),
  card('4000000000007726', 'pm_card_pendingRefund', 'visa', { refund: 'waits' }),
  card('4000000000005126', 'pm_card_refundFail', 'visa', { refund: 'fails' }),
]

export function cardByAlias(alias: string) {
  const name = alias.replace('pm_card_visa_chargeDeclined', 'pm_card_chargeDeclined')
  return testCards.find((card) => card.alias === name)
}
