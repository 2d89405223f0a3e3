import { z } from 'zod'
import type { Handler } from './core/context.ts'
import { metadata, text } from './core/params.ts'
import { createAccountLink } from './resources/account-links.ts'
import { createAccount, updateAccount } from './resources/accounts.ts'
import { capturePaymentIntent } from './resources/authorizations.ts'
import { retrieveBalance } from './resources/balance.ts'
import { createCustomer, detachPaymentMethod, listCustomerMethods } from './resources/customers.ts'
import { updateDispute } from './resources/disputes.ts'
import { list, listEvents, retrieve, update } from './resources/handlers.ts'
import { createLoginLink } from './resources/login-links.ts'
import { confirmPaymentIntent } from './resources/payment-intent-confirmation.ts'
import {
  cancelPaymentIntent,
  createPaymentIntent,
  retrievePaymentIntent,
  updatePaymentIntent,
} from './resources/payment-intents.ts'
import { createPaymentMethod, retrievePaymentMethod } from './resources/payment-methods.ts'
import { retrievePayout } from './resources/payouts.ts'
import { createRefund } from './resources/refunds.ts'
import { createTransferReversal, listTransferReversals } from './resources/transfer-reversals.ts'
import { createTransfer } from './resources/transfers.ts'

const tagged = z.strictObject({ metadata: metadata.optional() })
const described = tagged.extend({ description: text.optional() })

type Routes = Record<`${'GET' | 'POST'} /v1/${string}`, Handler>

/**
 * Routes that also accept the publishable key. For a payment intent, such a request must also
 * contain the client secret.
 */
export const clientRoutes: Routes = {
  'POST /v1/payment_methods': createPaymentMethod,
  'GET /v1/payment_intents/:id': retrievePaymentIntent,
  'POST /v1/payment_intents/:id/confirm': confirmPaymentIntent,
}

export const serverRoutes: Routes = {
  'GET /v1/payment_intents': list('payment_intent'),
  'POST /v1/payment_intents': createPaymentIntent,
  'POST /v1/payment_intents/:id': updatePaymentIntent,
  'POST /v1/payment_intents/:id/cancel': cancelPaymentIntent,
  'POST /v1/payment_intents/:id/capture': capturePaymentIntent,
  'GET /v1/payment_methods/:id': retrievePaymentMethod,
  'POST /v1/payment_methods/:id/detach': detachPaymentMethod,
  'POST /v1/customers': createCustomer,
  'GET /v1/customers/:id': retrieve('customer'),
  'GET /v1/customers/:id/payment_methods': listCustomerMethods,
  'GET /v1/charges': list('charge', ['payment_intent', 'transfer_group']),
  'GET /v1/charges/:id': retrieve('charge'),
  'POST /v1/charges/:id': update('charge', described),
  'GET /v1/refunds': list('refund', ['charge', 'payment_intent']),
  'POST /v1/refunds': createRefund,
  'GET /v1/refunds/:id': retrieve('refund'),
  'POST /v1/refunds/:id': update('refund', tagged),
  'GET /v1/disputes': list('dispute', ['charge', 'payment_intent']),
  'GET /v1/disputes/:id': retrieve('dispute'),
  'POST /v1/disputes/:id': updateDispute,
  'GET /v1/files/:id': retrieve('file'),
  'GET /v1/accounts': list('account'),
  'POST /v1/accounts': createAccount,
  'GET /v1/accounts/:id': retrieve('account', { param: 'account' }),
  'POST /v1/accounts/:id': updateAccount,
  'POST /v1/accounts/:id/login_links': createLoginLink,
  'POST /v1/account_links': createAccountLink,
  'GET /v1/transfers': list('transfer', ['destination', 'transfer_group']),
  'POST /v1/transfers': createTransfer,
  'GET /v1/transfers/:id': retrieve('transfer'),
  'POST /v1/transfers/:id': update('transfer', described),
  'GET /v1/transfers/:id/reversals': listTransferReversals,
  'POST /v1/transfers/:id/reversals': createTransferReversal,
  'GET /v1/events': listEvents,
  'GET /v1/events/:id': retrieve('event'),
}

/**
 * Routes that return data of the account in the `Stripe-Account` header, if the request has this
 * header.
 */
export const accountRoutes: Routes = {
  'GET /v1/payouts': list('payout', ['status']),
  'GET /v1/payouts/:id': retrievePayout,
  'GET /v1/balance': retrieveBalance,
  'GET /v1/balance_transactions': list('balance_transaction', ['type', 'source', 'currency']),
  'GET /v1/balance_transactions/:id': retrieve('balance_transaction', {
    noun: 'balance transaction',
  }),
}
