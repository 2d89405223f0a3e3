const texts: Readonly<Record<string, string>> = {
  'user.ban': 'banned',
  'user.unban': 'lifted the ban of',
  'user.sign_out': 'ended the sessions of',
  'user.grant_admin': 'made an admin of',
  'user.revoke_admin': 'ended the admin rights of',
  'user.delete': 'deleted the account of',
  'space.hide': 'hid the listing',
  'space.show': 'showed the listing again:',
  'booking.cancel': 'cancelled a booking of',
  'problem.upheld': 'upheld a problem report about',
  'problem.declined': 'declined a problem report about',
  'problem.settled': 'recorded the payment of a damage at',
  'refund.retry': 'asked Stripe again for the refund',
  'refund.settled': 'recorded another payment of the refund',
  'payout.retry': 'asked Stripe again for the payout',
  'payout.settled': 'recorded another payment of the payout',
  'payout.send_again': 'sent the reversed payout again:',
  'payout.keep': 'kept the money of the reversed payout',
  'difference.repair': 'corrected the ledger by the difference',
  'dispute.answer': 'answered the dispute',
  'review.hide': 'hid the review',
  'review.show': 'showed the review again:',
  'conversation.closed': 'closed the reported conversation',
  'conversation.reopened': 'reopened the conversation',
  'conversation.dismissed': 'dismissed the reports of the conversation',
  'report.resolve': 'resolved a report about',
  'space_type.rename': 'renamed the space type',
  'space_type.remove': 'removed the space type',
  'job.run': 'started the job',
}

/** Returns an admin's action as a verb phrase. Unknown actions keep their name. */
export function actionText(action: string): string {
  return texts[action] ?? `${action.replaceAll(/[._]/g, ' ')}:`
}
