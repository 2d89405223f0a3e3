import type { Handler } from './core/context.ts'
import { createAccountLink } from './resources/account-links.ts'
import {
  createAccount,
  listAccounts,
  retrieveAccount,
  updateAccount,
} from './resources/accounts.ts'
import {
  listBalanceTransactions,
  retrieveBalance,
  retrieveBalanceTransaction,
} from './resources/balance.ts'
import { listCharges, retrieveCharge, updateCharge } from './resources/charges.ts'
import { listDisputes, retrieveDispute } from './resources/disputes.ts'
import { listEvents, retrieveEvent } from './resources/events.ts'
import { confirmPaymentIntent } from './resources/payment-intent-confirmation.ts'
import {
  cancelPaymentIntent,
  createPaymentIntent,
  listPaymentIntents,
  retrievePaymentIntent,
  updatePaymentIntent,
} from './resources/payment-intents.ts'
import { createPaymentMethod, retrievePaymentMethod } from './resources/payment-methods.ts'
import { listPayouts, retrievePayout } from './resources/payouts.ts'
import { createRefund, listRefunds, retrieveRefund, updateRefund } from './resources/refunds.ts'
import { createTransferReversal, listTransferReversals } from './resources/transfer-reversals.ts'
import {
  createTransfer,
  listTransfers,
  retrieveTransfer,
  updateTransfer,
} from './resources/transfers.ts'

type Routes = Record<`${'GET' | 'POST'} /v1/${string}`, Handler>

/** Routes that also accept the publishable key, with the client secret of an intent. */
export const clientRoutes: Routes = {
  'POST /v1/payment_methods': createPaymentMethod,
  'GET /v1/payment_intents/:id': retrievePaymentIntent,
  'POST /v1/payment_intents/:id/confirm': confirmPaymentIntent,
}

export const serverRoutes: Routes = {
  'GET /v1/payment_intents': listPaymentIntents,
  'POST /v1/payment_intents': createPaymentIntent,
  'POST /v1/payment_intents/:id': updatePaymentIntent,
  'POST /v1/payment_intents/:id/cancel': cancelPaymentIntent,
  'GET /v1/payment_methods/:id': retrievePaymentMethod,
  'GET /v1/charges': listCharges,
  'GET /v1/charges/:id': retrieveCharge,
  'POST /v1/charges/:id': updateCharge,
  'GET /v1/refunds': listRefunds,
  'POST /v1/refunds': createRefund,
  'GET /v1/refunds/:id': retrieveRefund,
  'POST /v1/refunds/:id': updateRefund,
  'GET /v1/disputes': listDisputes,
  'GET /v1/disputes/:id': retrieveDispute,
  'GET /v1/accounts': listAccounts,
  'POST /v1/accounts': createAccount,
  'GET /v1/accounts/:id': retrieveAccount,
  'POST /v1/accounts/:id': updateAccount,
  'POST /v1/account_links': createAccountLink,
  'GET /v1/transfers': listTransfers,
  'POST /v1/transfers': createTransfer,
  'GET /v1/transfers/:id': retrieveTransfer,
  'POST /v1/transfers/:id': updateTransfer,
  'GET /v1/transfers/:id/reversals': listTransferReversals,
  'POST /v1/transfers/:id/reversals': createTransferReversal,
  'GET /v1/events': listEvents,
  'GET /v1/events/:id': retrieveEvent,
}

/** Routes whose `Stripe-Account` header selects a connected account. */
export const accountRoutes: Routes = {
  'GET /v1/payouts': listPayouts,
  'GET /v1/payouts/:id': retrievePayout,
  'GET /v1/balance': retrieveBalance,
  'GET /v1/balance_transactions': listBalanceTransactions,
  'GET /v1/balance_transactions/:id': retrieveBalanceTransaction,
}
