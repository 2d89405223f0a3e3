/**
 * The access matrix states the outcome of every operation on every table and function, for each
 * persona (kind of user). `access.test.ts` runs every line in a transaction that it rolls back, and
 * fails if a table or function is missing from the matrix.
 */

export const personas = ['anonymous', 'guest', 'otherGuest', 'host', 'otherHost', 'admin'] as const

export type Persona = (typeof personas)[number]

/**
 * Outcome of a statement. `denied` means that PostgreSQL raises insufficient_privilege, because a
 * grant is missing or a policy's check fails. A number counts the rows read or changed; it is 0 if
 * row-level security hides the rows.
 */
export type Outcome = 'denied' | number

export type Line = {
  /** Name of a table, view or function in the schema `public`, or `storage.objects`. */
  on: string
  operation: 'select' | 'insert' | 'update' | 'delete' | 'execute'
  /** Distinguishes several lines that test the same operation on the same table. */
  what?: string
  /** SQL statement. `:name` stands for an id of the fixture, `:me` for the persona's id. */
  sql: string
  /** Expected outcome per persona, in the order of `personas`. */
  expect: [Outcome, Outcome, Outcome, Outcome, Outcome, Outcome]
}

const deniedToAll: Line['expect'] = ['denied', 'denied', 'denied', 'denied', 'denied', 'denied']

function denied(on: string, operation: Line['operation'], sql: string, what?: string): Line {
  return { on, operation, sql, expect: deniedToAll, ...(what ? { what } : {}) }
}

/** Returns lines for a table that only the service role may access, one per operation. */
function serverOnly(on: string, change: string, row: string): Line[] {
  return [
    denied(on, 'select', `select from ${on}`),
    denied(on, 'insert', `insert into ${on} ${row}`),
    denied(on, 'update', `update ${on} set ${change}`),
    denied(on, 'delete', `delete from ${on}`),
  ]
}

const newSpace = (columns: string, values: string) =>
  `insert into spaces (title, description, type, price, currency, location, country, capacity,
     amenities, user_id${columns})
   values ('T', 'D', 'studio', 10, 'USD', 'Tokyo', 'Japan', 1, '{Wi-Fi}', :me${values})`

export const accessMatrix: Line[] = [
  // profiles -------------------------------------------------------------------------------
  {
    on: 'profiles',
    operation: 'select',
    what: 'own profile',
    sql: 'select from profiles where id = :me',
    expect: ['denied', 1, 1, 1, 1, 1],
  },
  {
    on: 'profiles',
    operation: 'select',
    what: "another user's profile",
    sql: 'select from profiles where id = :guest and id <> :me',
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  {
    on: 'profiles',
    operation: 'insert',
    what: 'own missing profile',
    sql: 'insert into profiles (id, is_admin) values (:me, false) on conflict do nothing',
    expect: ['denied', 0, 0, 0, 0, 0],
  },
  denied(
    'profiles',
    'insert',
    'insert into profiles (id, is_admin) values (:missing, true)',
    'a profile that is admin',
  ),
  {
    on: 'profiles',
    operation: 'update',
    what: 'own name',
    sql: "update profiles set full_name = 'New' where id = :me",
    expect: ['denied', 1, 1, 1, 1, 1],
  },
  {
    on: 'profiles',
    operation: 'update',
    what: "another user's name",
    sql: "update profiles set full_name = 'New' where id = :guest and id <> :me",
    expect: ['denied', 0, 0, 0, 0, 0],
  },
  denied('profiles', 'update', 'update profiles set is_admin = true where id = :me', 'is_admin'),
  denied(
    'profiles',
    'update',
    "update profiles set stripe_account_id = 'acct_x' where id = :me",
    'the payout account',
  ),
  denied('profiles', 'delete', 'delete from profiles where id = :me'),

  // people ---------------------------------------------------------------------------------
  {
    on: 'people',
    operation: 'select',
    what: 'a host',
    sql: 'select from people where id = :host',
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'people',
    operation: 'select',
    what: 'a guest, visible to the host of the booking',
    sql: 'select from people where id = :guest',
    expect: [0, 0, 0, 1, 0, 0],
  },
  denied('people', 'update', "update people set full_name = 'New' where id = :host"),
  denied('people', 'delete', 'delete from people where id = :host'),

  // space_types ----------------------------------------------------------------------------
  {
    on: 'space_types',
    operation: 'select',
    sql: "select from space_types where name = 'studio'",
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'space_types',
    operation: 'insert',
    sql: "insert into space_types (name, label) values ('rooftop', 'Rooftop')",
    expect: ['denied', 1, 1, 1, 1, 1],
  },
  {
    on: 'space_types',
    operation: 'update',
    sql: "update space_types set label = 'X' where name = 'studio'",
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  denied('space_types', 'delete', 'delete from space_types'),

  // spaces ---------------------------------------------------------------------------------
  {
    on: 'spaces',
    operation: 'select',
    sql: 'select * from spaces where id = :space',
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'spaces',
    operation: 'insert',
    what: 'own space',
    sql: newSpace('', ''),
    expect: ['denied', 1, 1, 1, 1, 1],
  },
  {
    on: 'spaces',
    operation: 'insert',
    what: "a space in the host's name",
    sql: newSpace('', '').replace(':me', ':host'),
    expect: ['denied', 'denied', 'denied', 1, 'denied', 'denied'],
  },
  denied('spaces', 'insert', newSpace(', rating', ', 5'), 'with a rating'),
  denied('spaces', 'insert', newSpace(', featured', ', true'), 'as featured'),
  {
    on: 'spaces',
    operation: 'update',
    what: 'available',
    sql: 'update spaces set available = false where id = :space',
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  {
    on: 'spaces',
    operation: 'update',
    what: 'price',
    sql: 'update spaces set price = 1 where id = :space',
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  {
    on: 'spaces',
    operation: 'update',
    what: 'image previews',
    sql: "update spaces set image_previews = '{}' where id = :space",
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  {
    on: 'spaces',
    operation: 'insert',
    what: 'own space with captions',
    sql: newSpace(', image_captions', ", '{}'"),
    expect: ['denied', 1, 1, 1, 1, 1],
  },
  denied('spaces', 'update', 'update spaces set user_id = :me where id = :space', 'owner'),
  denied('spaces', 'update', 'update spaces set rating = 5 where id = :space', 'rating'),
  denied('spaces', 'update', 'update spaces set featured = true where id = :space', 'featured'),
  {
    on: 'spaces',
    operation: 'delete',
    sql: 'delete from spaces where id = :emptySpace',
    expect: ['denied', 0, 0, 1, 0, 0],
  },

  // searches -----------------------------------------------------------------------------------
  ...serverOnly('searchable_spaces', 'price = 1', '(space_id) values (:space)'),
  denied('searchable_rows', 'select', 'select from searchable_rows'),
  ...serverOnly('search_lexemes', 'spaces = 0', "values ('loft', 1)"),
  ...serverOnly('search_forms', "lexeme = 'loft'", "values ('loft', 'loft')"),
  ...serverOnly('search_aliases', "meanings = '{}'", "values ('loft', '{}')"),
  ...(
    [
      ['search_words', "search_words('loft')"],
      ['search_lexeme', "search_lexeme('loft')"],
      ['search_stems', "search_stems('loft')"],
      ['phrase_query', "phrase_query('loft')"],
      ['corrected_word', "corrected_word('loft')"],
      ['has_match', "has_match('loft')"],
      ['all_of', "all_of('{loft}')"],
      ['understand_search', "understand_search('loft')"],
      ['search_signature', "search_signature('{loft}')"],
      ['signature_condition', "signature_condition('loft')"],
      ['list_conditions', "list_conditions('{}', null, null, null, null)"],
      ['find_spaces', "find_spaces('{}', 'newest', null, 1)"],
      ['refresh_searchable_spaces', 'refresh_searchable_spaces(array[:space])'],
      ['total_price', "total_price(1, 'USD', 1)"],
      ['platform_fee_percentage', 'platform_fee_percentage()'],
    ] as const
  ).map(([name, call]) => denied(name, 'execute', `select ${call}`)),
  {
    on: 'search_spaces',
    operation: 'execute',
    sql: "select from json_array_elements(search_spaces('{}') -> 'spaces')",
    expect: [3, 3, 3, 3, 3, 3],
  },
  {
    on: 'space_facets',
    operation: 'execute',
    sql: "select space_facets('{}')",
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'next_free_starts',
    operation: 'execute',
    sql: 'select from next_free_starts(array[:space])',
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'search_suggestions',
    operation: 'execute',
    sql: "select search_suggestions('tok')",
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'exchange_rates',
    operation: 'select',
    sql: "select from exchange_rates where currency = 'EUR'",
    expect: [1, 1, 1, 1, 1, 1],
  },
  denied('exchange_rates', 'insert', "insert into exchange_rates values ('EUR', 2, now())"),
  denied('exchange_rates', 'update', 'update exchange_rates set usd_per_unit = 2'),
  denied('exchange_rates', 'delete', 'delete from exchange_rates'),
  ...serverOnly('exchange_rate_refreshes', 'attempted_at = now()', 'values (true, now())'),
  denied('begin_exchange_rates_refresh', 'execute', 'select begin_exchange_rates_refresh()'),
  denied('set_exchange_rates', 'execute', "select set_exchange_rates('{}', '2026-01-01')"),

  // space_locations ------------------------------------------------------------------------
  {
    on: 'space_locations',
    operation: 'select',
    sql: "select from space_locations where location = 'Tokyo'",
    expect: [1, 1, 1, 1, 1, 1],
  },
  denied('space_locations', 'insert', "insert into space_locations values ('Atlantis', 1)"),
  denied('space_locations', 'update', 'update space_locations set spaces = 1000'),
  denied('space_locations', 'delete', 'delete from space_locations'),

  // space_countries ------------------------------------------------------------------------
  {
    on: 'space_countries',
    operation: 'select',
    sql: "select from space_countries where country = 'Japan'",
    expect: [1, 1, 1, 1, 1, 1],
  },
  denied('space_countries', 'insert', "insert into space_countries values ('Atlantis', 1)"),
  denied('space_countries', 'update', 'update space_countries set spaces = 1000'),
  denied('space_countries', 'delete', 'delete from space_countries'),

  // space_availability ---------------------------------------------------------------------
  {
    on: 'space_availability',
    operation: 'select',
    sql: `select space_id, kind, start_time, end_time from space_availability
          where space_id = :space`,
    expect: [1, 1, 1, 1, 1, 1],
  },
  denied(
    'space_availability',
    'select',
    'select booking_id from space_availability',
    'the booking of a taken time',
  ),
  denied(
    'space_availability',
    'select',
    'select created_at from space_availability',
    'when a taken time was created',
  ),
  denied(
    'space_availability',
    'insert',
    `insert into space_availability (space_id, start_time, end_time, kind)
     values (:space, now(), now() + interval '1 hour', 'blackout')`,
  ),
  denied('space_availability', 'update', 'update space_availability set active = false'),
  denied('space_availability', 'delete', 'delete from space_availability'),

  // taken_times ----------------------------------------------------------------------------
  {
    on: 'taken_times',
    operation: 'select',
    sql: 'select space_id, start_time, end_time, status from taken_times where space_id = :space',
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'taken_times',
    operation: 'select',
    what: 'of a booking marked as mine',
    sql: 'select from taken_times where space_id = :space and mine',
    expect: [0, 0, 0, 0, 0, 0],
  },

  // review_counts --------------------------------------------------------------------------
  {
    on: 'review_counts',
    operation: 'select',
    sql: 'select rating, reviews from review_counts where space_id = :space',
    expect: [1, 1, 1, 1, 1, 1],
  },

  // bookings -------------------------------------------------------------------------------
  {
    on: 'bookings',
    operation: 'select',
    sql: 'select * from bookings where id = :booking',
    expect: ['denied', 1, 0, 1, 0, 1],
  },
  denied(
    'bookings',
    'insert',
    `insert into bookings (user_id, space_id, start_time, end_time, total_price,
       platform_fee_percentage, platform_fee_amount, currency, status)
     values (:me, :space, now(), now() + interval '1 hour', 1, 10, 0, 'USD', 'confirmed')`,
    'a confirmed booking',
  ),
  denied('bookings', 'update', "update bookings set status = 'cancelled' where id = :booking"),
  denied(
    'bookings',
    'update',
    'update bookings set total_price = 1, platform_fee_amount = 0 where id = :booking',
    'price and fee',
  ),
  denied('bookings', 'delete', 'delete from bookings where id = :booking'),

  // payments, refunds, payouts, ledger -------------------------------------------------------
  {
    on: 'payments',
    operation: 'select',
    sql: 'select * from payments where id = :payment',
    expect: ['denied', 1, 0, 0, 0, 1],
  },
  denied(
    'payments',
    'insert',
    `insert into payments (user_id, space_id, start_time, end_time, currency, rental_minor,
       platform_fee_percentage, platform_fee_minor, total_minor, host_commission_percentage,
       host_commission_minor, host_share_minor)
     values (:me, :space, now(), now() + interval '1 hour', 'USD', 0, 10, 0, 0, 10, 0, 0)`,
  ),
  denied('payments', 'update', "update payments set status = 'paid' where id = :payment"),
  denied('payments', 'delete', 'delete from payments where id = :payment'),
  {
    on: 'refunds',
    operation: 'select',
    sql: 'select * from refunds where payment_id = :payment',
    expect: ['denied', 1, 0, 0, 0, 1],
  },
  denied(
    'refunds',
    'insert',
    `insert into refunds (payment_id, amount_minor, currency, reason)
     values (:payment, 100, 'USD', 'cancelled_by_guest')`,
  ),
  denied('refunds', 'update', "update refunds set status = 'succeeded'"),
  denied('refunds', 'delete', 'delete from refunds'),
  {
    on: 'payouts',
    operation: 'select',
    sql: 'select * from payouts where booking_id = :booking',
    expect: ['denied', 0, 0, 1, 0, 1],
  },
  denied(
    'payouts',
    'insert',
    `insert into payouts (booking_id, host_id, amount_minor, currency, due_at)
     values (:booking, :me, 100, 'USD', now())`,
  ),
  denied('payouts', 'update', 'update payouts set amount_minor = 1000000'),
  denied('payouts', 'delete', 'delete from payouts'),
  {
    on: 'ledger_transactions',
    operation: 'select',
    sql: 'select * from ledger_transactions where payment_id = :payment',
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  denied(
    'ledger_transactions',
    'insert',
    "insert into ledger_transactions (kind, stripe_id) values ('charge', 'ch_x')",
  ),
  denied('ledger_transactions', 'update', "update ledger_transactions set stripe_id = 'x'"),
  denied('ledger_transactions', 'delete', 'delete from ledger_transactions'),
  {
    on: 'reconciliation_runs',
    operation: 'select',
    sql: 'select * from reconciliation_runs',
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  denied('reconciliation_runs', 'insert', 'insert into reconciliation_runs (since) values (now())'),
  denied('reconciliation_runs', 'update', 'update reconciliation_runs set drift = 0'),
  denied('reconciliation_runs', 'delete', 'delete from reconciliation_runs'),
  denied('reconciliation_movements', 'select', 'select * from reconciliation_movements'),
  denied(
    'reconciliation_movements',
    'insert',
    'insert into reconciliation_movements (run_id) values (1)',
  ),
  denied('reconciliation_movements', 'update', 'update reconciliation_movements set fee_minor = 0'),
  denied('reconciliation_movements', 'delete', 'delete from reconciliation_movements'),
  {
    on: 'reconciliation_differences',
    operation: 'select',
    sql: 'select * from reconciliation_differences',
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  denied(
    'reconciliation_differences',
    'insert',
    `insert into reconciliation_differences (run_id, kind, movement, stripe_id, currency,
       stripe_minor, ledger_minor)
     values (1, 'balance', 'balance', 'USD', 'USD', 1, 0)`,
  ),
  denied(
    'reconciliation_differences',
    'update',
    'update reconciliation_differences set stripe_minor = 0',
  ),
  denied('reconciliation_differences', 'delete', 'delete from reconciliation_differences'),
  {
    on: 'host_accounts',
    operation: 'select',
    sql: 'select * from host_accounts',
    expect: ['denied', 0, 0, 1, 0, 1],
  },
  denied(
    'host_accounts',
    'insert',
    "insert into host_accounts (host_id, status) values (:me, 'ready')",
  ),
  denied('host_accounts', 'update', "update host_accounts set status = 'ready'"),
  denied('host_accounts', 'delete', 'delete from host_accounts'),
  {
    on: 'bank_payouts',
    operation: 'select',
    sql: 'select * from bank_payouts',
    expect: ['denied', 0, 0, 1, 0, 1],
  },
  denied(
    'bank_payouts',
    'insert',
    `insert into bank_payouts (id, host_id, amount_minor, currency, status, arrives_at, created_at)
     values ('po_x', :me, 1, 'usd', 'paid', now(), now())`,
  ),
  denied('bank_payouts', 'update', "update bank_payouts set status = 'paid'"),
  denied('bank_payouts', 'delete', 'delete from bank_payouts'),
  {
    on: 'billing_details',
    operation: 'select',
    sql: 'select * from billing_details',
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  {
    on: 'billing_details',
    operation: 'insert',
    sql: "insert into billing_details (user_id, legal_name) values (:guest, 'Gus')",
    expect: ['denied', 1, 'denied', 'denied', 'denied', 'denied'],
  },
  {
    on: 'billing_details',
    operation: 'update',
    sql: "update billing_details set legal_name = 'X'",
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  denied('billing_details', 'delete', 'delete from billing_details'),
  denied('invoice_series', 'select', 'select * from invoice_series'),
  denied('invoice_series', 'insert', "insert into invoice_series (seller) values ('x')"),
  denied('invoice_series', 'update', 'update invoice_series set last_number = 1'),
  denied('invoice_series', 'delete', 'delete from invoice_series'),
  {
    on: 'documents',
    operation: 'select',
    sql: 'select * from documents',
    expect: ['denied', 0, 0, 0, 0, 3],
  },
  denied(
    'documents',
    'insert',
    `insert into documents (seller, number, kind, subject, booking_id, payment_id, currency,
       total_minor, parties)
     values ('platform', 9, 'invoice', 'rental', :booking, :payment, 'USD', 1, '{}')`,
  ),
  denied('documents', 'update', 'update documents set total_minor = 1'),
  denied('documents', 'delete', 'delete from documents'),
  {
    on: 'ledger_movements',
    operation: 'select',
    sql: 'select * from ledger_movements where payment_id = :payment',
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  {
    on: 'ledger_entries',
    operation: 'select',
    sql: "select * from ledger_entries where account = 'stripe_balance'",
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  denied(
    'ledger_entries',
    'insert',
    `insert into ledger_entries (transaction_id, account, amount_minor, currency)
     values (1, 'bank', 1, 'USD')`,
  ),
  denied('ledger_entries', 'update', 'update ledger_entries set amount_minor = 1'),
  denied('ledger_entries', 'delete', 'delete from ledger_entries'),

  {
    on: 'disputes',
    operation: 'select',
    sql: 'select * from disputes where payment_id = :payment',
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  denied(
    'disputes',
    'insert',
    `insert into disputes (id, payment_id, amount_minor, currency, status)
     values ('du_x', :payment, 1, 'USD', 'open')`,
  ),
  denied('disputes', 'update', "update disputes set status = 'won'"),
  denied('disputes', 'delete', 'delete from disputes'),
  {
    on: 'payout_recoveries',
    operation: 'select',
    sql: 'select from payout_recoveries',
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  denied(
    'payout_recoveries',
    'insert',
    `insert into payout_recoveries (from_payout_id, for_payout_id, amount_minor)
     values (:missing, :missing, 1)`,
  ),
  denied('payout_recoveries', 'update', 'update payout_recoveries set amount_minor = 1'),
  denied('payout_recoveries', 'delete', 'delete from payout_recoveries'),
  {
    on: 'money_decisions',
    operation: 'select',
    sql: 'select from money_decisions',
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  denied(
    'money_decisions',
    'insert',
    `insert into money_decisions (refund_id, actor_id, action, amount_minor, currency)
     values (:refund, :me, 'retry', 1, 'USD')`,
  ),
  denied('money_decisions', 'update', "update money_decisions set note = 'x'"),
  denied('money_decisions', 'delete', 'delete from money_decisions'),
  {
    on: 'admin_actions',
    operation: 'select',
    sql: 'select from admin_actions',
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  denied(
    'admin_actions',
    'insert',
    `insert into admin_actions (admin_id, action, target_type, target_id)
     values (:me, 'user.ban', 'user', 'x')`,
  ),
  denied('admin_actions', 'update', "update admin_actions set reason = 'x'"),
  denied('admin_actions', 'delete', 'delete from admin_actions'),

  denied('booking_transitions', 'select', 'select from booking_transitions'),
  denied(
    'booking_transitions',
    'insert',
    "insert into booking_transitions values ('cancelled', 'confirmed', 'guest')",
  ),
  denied('booking_transitions', 'update', "update booking_transitions set actor = 'guest'"),
  denied('booking_transitions', 'delete', 'delete from booking_transitions'),
  ...serverOnly('host_account_reads', 'last_stored = 0', '(host_id) values (:host)'),
  denied('webhook_events', 'select', 'select from webhook_events'),
  denied('webhook_events', 'insert', "insert into webhook_events (id, type) values ('e', 't')"),
  denied('webhook_events', 'update', "update webhook_events set type = 'x'"),
  denied('webhook_events', 'delete', 'delete from webhook_events'),

  ...serverOnly(
    'outgoing_mails',
    "template = 'x'",
    "(template, recipient, dedupe_key) values ('x', 'a@b.c', 'x')",
  ),
  ...serverOnly(
    'first_admin_links',
    'expires_at = now()',
    "(token_hash, expires_at) values ('x', now())",
  ),
  ...serverOnly(
    'platform_settings',
    'second_factor_required = false',
    '(second_factor_required) values (false)',
  ),
  ...serverOnly('account_limits', 'value = 1000', "(name, value) values ('x', 1)"),
  ...serverOnly(
    'account_usage',
    'used = 0',
    "(user_id, limit_name, day, used) values (:me, 'listings_per_day', now(), -100)",
  ),
  ...serverOnly('time_zones', "name = 'Mars/Olympus'", "(name) values ('Mars/Olympus')"),
  ...serverOnly('request_counts', 'requests = 0', "(subject) values ('x')"),
  ...serverOnly('newsletter_subscriptions', "status = 'confirmed'", "(email) values ('a@b.c')"),
  ...serverOnly(
    'newsletter_tokens',
    "action = 'confirm'",
    "(token_hash, subscription_id, action) values ('x', :missing, 'confirm')",
  ),
  {
    on: 'job_applications',
    operation: 'select',
    sql: 'select from job_applications',
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  denied(
    'job_applications',
    'insert',
    "insert into job_applications (position, name, email, letter, resume_path, resume_name, resume_type) values ('p', 'n', 'a@b.c', 'l', 'r', 'r', 't')",
  ),
  denied('job_applications', 'update', "update job_applications set state = 'closed'"),
  denied('job_applications', 'delete', 'delete from job_applications'),
  {
    on: 'contact_messages',
    operation: 'select',
    sql: 'select from contact_messages',
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  denied(
    'contact_messages',
    'insert',
    "insert into contact_messages (name, email, subject, message) values ('n', 'a@b.c', 'general', 'm')",
  ),
  denied('contact_messages', 'update', "update contact_messages set message = 'x'"),
  denied('contact_messages', 'delete', 'delete from contact_messages'),

  // inbox of admins ------------------------------------------------------------------------
  {
    on: 'inbox_items',
    operation: 'select',
    sql: 'select from inbox_items',
    expect: ['denied', 0, 0, 0, 0, 2],
  },
  {
    on: 'inbox_answers',
    operation: 'select',
    sql: 'select from inbox_answers',
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  denied(
    'inbox_answers',
    'insert',
    "insert into inbox_answers (message_id, admin_id, body) values (:contactMessage, :me, 'x')",
  ),
  denied('inbox_answers', 'update', "update inbox_answers set body = 'x'"),
  denied('inbox_answers', 'delete', 'delete from inbox_answers'),
  {
    on: 'answer_inbox_item',
    operation: 'execute',
    sql: "select answer_inbox_item(:contactMessage, 'Hello')",
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 1],
  },
  {
    on: 'close_inbox_item',
    operation: 'execute',
    sql: 'select close_inbox_item(:contactMessage, true)',
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 1],
  },
  denied('set_inbox_state', 'execute', "select set_inbox_state(:contactMessage, 'closed')"),

  // bookings and emails for admins ---------------------------------------------------------
  {
    on: 'find_bookings',
    operation: 'execute',
    sql: 'select from find_bookings(:booking::text)',
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 1],
  },
  {
    on: 'booking_history',
    operation: 'execute',
    sql: 'select from booking_history(:booking) where kind = $$booked$$',
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 1],
  },
  {
    on: 'booking_mails',
    operation: 'execute',
    sql: 'select from booking_mails(:booking)',
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 1],
  },
  {
    on: 'abandoned_mails',
    operation: 'execute',
    sql: 'select from abandoned_mails()',
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 1],
  },
  {
    on: 'resend_mail',
    operation: 'execute',
    sql: 'select resend_mail(:mail)',
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 1],
  },
  {
    on: 'admin_jobs',
    operation: 'execute',
    sql: 'select from admin_jobs()',
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 1],
  },
  {
    on: 'run_job_now',
    operation: 'execute',
    sql: "select run_job_now('send mails')",
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 1],
  },
  denied('resend_refusal', 'execute', 'select resend_refusal(null::outgoing_mails)'),

  // reviews --------------------------------------------------------------------------------
  {
    on: 'reviews',
    operation: 'select',
    sql: 'select id, rating, comment from reviews where space_id = :space',
    expect: [1, 1, 1, 1, 1, 1],
  },
  denied('reviews', 'select', 'select user_id from reviews', 'the author'),
  denied(
    'reviews',
    'insert',
    `insert into reviews (space_id, booking_id, user_id, rating)
     values (:space, :unreviewedBooking, :me, 5)`,
  ),
  {
    on: 'save_review',
    operation: 'execute',
    what: 'of a booking that has ended',
    sql: `select save_review(id, '{"rating": 5}') from bookings
      where id = :unreviewedBooking and (user_id = :me or is_host_of(:space))`,
    expect: ['denied', 1, 0, 1, 0, 0],
  },
  {
    on: 'review_state',
    operation: 'execute',
    sql: 'select review_state(:reviewedBooking) where review_state(:reviewedBooking) is not null',
    expect: ['denied', 1, 0, 1, 0, 0],
  },
  {
    on: 'due_reviews',
    operation: 'execute',
    sql: 'select from due_reviews() where booking_id = :unreviewedBooking',
    expect: ['denied', 1, 0, 1, 0, 0],
  },
  {
    on: 'answer_review',
    operation: 'execute',
    sql: `select answer_review(id, 'Thank you') from reviews
      where space_id = :space and is_host_of(:space)`,
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  {
    on: 'guest_figures',
    operation: 'execute',
    sql: `select where (guest_figures(:guest) ->> 'reviews')::int > 0`,
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  {
    on: 'reported_reviews',
    operation: 'execute',
    sql: 'select from reported_reviews()',
    expect: ['denied', 0, 0, 0, 0, 0],
  },
  {
    on: 'decide_review',
    operation: 'execute',
    sql: `select decide_review((select id from reviews where space_id = :space), true, 'Spam')`,
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 1],
  },
  ...[
    'advance_reviews()',
    'publish_reviews(:reviewedBooking)',
    'reviewer_role((select bookings from bookings limit 1), :me)',
  ].map((call) => denied(call.slice(0, call.indexOf('(')), 'execute', `select ${call}`)),
  {
    on: 'guest_reviews',
    operation: 'select',
    sql: 'select rating from guest_reviews where guest_id = :guest',
    expect: ['denied', 1, 0, 1, 0, 0],
  },
  denied('guest_reviews', 'select', 'select host_id from guest_reviews', 'the author'),
  denied(
    'guest_reviews',
    'insert',
    `insert into guest_reviews (booking_id, guest_id, host_id, rating)
     values (:unreviewedBooking, :guest, :me, 5)`,
  ),
  denied('guest_reviews', 'update', 'update guest_reviews set rating = 5'),
  denied('guest_reviews', 'delete', 'delete from guest_reviews'),
  {
    on: 'review_reports',
    operation: 'insert',
    sql: `insert into review_reports (review_id, user_id, reason)
      values ((select id from reviews where space_id = :space), :me, 'spam')`,
    expect: ['denied', 1, 1, 1, 1, 1],
  },
  {
    on: 'review_reports',
    operation: 'select',
    sql: 'select from review_reports',
    expect: ['denied', 0, 0, 0, 0, 0],
  },
  denied('review_reports', 'update', 'update review_reports set resolved_at = now()'),
  denied('review_reports', 'delete', 'delete from review_reports'),
  {
    on: 'review_decisions',
    operation: 'select',
    sql: 'select from review_decisions',
    expect: ['denied', 0, 0, 0, 0, 0],
  },
  denied(
    'review_decisions',
    'insert',
    `insert into review_decisions (review_id, is_hidden, reason)
     values ((select id from reviews limit 1), true, 'x')`,
  ),
  denied('review_decisions', 'update', "update review_decisions set reason = 'x'"),
  denied('review_decisions', 'delete', 'delete from review_decisions'),
  {
    on: 'review_aspects',
    operation: 'select',
    sql: 'select accuracy from review_aspects where space_id = :space',
    expect: [1, 1, 1, 1, 1, 1],
  },
  denied('reviews', 'update', 'update reviews set rating = 5'),
  denied('reviews', 'delete', 'delete from reviews'),

  // host_earnings --------------------------------------------------------------------------
  {
    on: 'host_earnings',
    operation: 'select',
    what: 'of own spaces',
    sql: 'select from host_earnings',
    expect: ['denied', 0, 0, 1, 0, 0],
  },

  // listings -------------------------------------------------------------------------------
  {
    on: 'space_changes',
    operation: 'select',
    sql: 'select from space_changes',
    expect: ['denied', 0, 0, 0, 0, 0],
  },
  denied(
    'space_changes',
    'insert',
    "insert into space_changes (space_id, changes) values (:space, '{}')",
  ),
  denied('space_changes', 'update', "update space_changes set changes = '{}'"),
  denied('space_changes', 'delete', 'delete from space_changes'),
  {
    on: 'remove_space',
    operation: 'execute',
    sql: 'select remove_space(:emptySpace)',
    expect: ['denied', 'denied', 'denied', 1, 'denied', 'denied'],
  },
  {
    on: 'duplicate_space',
    operation: 'execute',
    sql: 'select duplicate_space(:space)',
    expect: ['denied', 'denied', 'denied', 1, 'denied', 'denied'],
  },
  {
    on: 'price_hint',
    operation: 'execute',
    sql: "select price_hint('studio', 'Tokyo', 'Japan', 'USD')",
    expect: ['denied', 1, 1, 1, 1, 1],
  },

  // earnings -------------------------------------------------------------------------------
  denied('booking_earnings', 'select', 'select from booking_earnings'),
  {
    on: 'host_earning_rows',
    operation: 'select',
    what: 'of own spaces',
    sql: 'select from host_earning_rows',
    expect: ['denied', 0, 0, 2, 0, 0],
  },
  {
    on: 'host_monthly_earnings',
    operation: 'select',
    what: 'of own spaces',
    sql: 'select from host_monthly_earnings',
    expect: ['denied', 0, 0, 2, 0, 0],
  },
  {
    on: 'host_earning_totals',
    operation: 'select',
    what: 'of own spaces',
    sql: 'select from host_earning_totals',
    expect: ['denied', 0, 0, 2, 0, 0],
  },

  // total_platform_fees ----------------------------------------------------------------------
  {
    on: 'total_platform_fees',
    operation: 'select',
    sql: 'select from total_platform_fees where total_bookings > 0',
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  {
    on: 'platform_revenue',
    operation: 'select',
    sql: 'select from platform_revenue',
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  {
    on: 'platform_money',
    operation: 'select',
    sql: 'select from platform_money',
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  {
    on: 'platform_statistics',
    operation: 'select',
    sql: 'select from platform_statistics',
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  {
    on: 'platform_spaces_by_type',
    operation: 'select',
    sql: "select from platform_spaces_by_type where type = 'studio'",
    expect: ['denied', 0, 0, 0, 0, 1],
  },

  // location_rates, location_types -----------------------------------------------------------
  {
    on: 'location_rates',
    operation: 'select',
    sql: "select distinct location from location_rates where location = 'Tokyo'",
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'location_types',
    operation: 'select',
    sql: "select distinct location from location_types where location = 'Tokyo'",
    expect: [1, 1, 1, 1, 1, 1],
  },
  denied('location_types', 'insert', "insert into location_types values ('Oz', 'studio', 1)"),
  denied('location_types', 'update', 'update location_types set spaces = 1000'),
  denied('location_types', 'delete', 'delete from location_types'),

  // storage.objects --------------------------------------------------------------------------
  {
    on: 'storage.objects',
    operation: 'select',
    sql: "select from storage.objects where name = 'cover.webp'",
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'storage.objects',
    operation: 'insert',
    what: 'an image of a space',
    sql: `insert into storage.objects (bucket_id, name, owner_id)
          values ('spaces', 'new.webp', :me::text)`,
    expect: ['denied', 1, 1, 1, 1, 1],
  },
  {
    on: 'storage.objects',
    operation: 'insert',
    what: 'a profile image named after another user',
    sql: `insert into storage.objects (bucket_id, name, owner_id)
          values ('profile-images', :guest::text || '-1.png', :me::text)`,
    expect: ['denied', 1, 'denied', 'denied', 'denied', 'denied'],
  },
  {
    on: 'storage.objects',
    operation: 'select',
    what: 'a résumé',
    sql: "select from storage.objects where bucket_id = 'applications'",
    expect: [0, 0, 0, 0, 0, 1],
  },
  {
    on: 'storage.objects',
    operation: 'select',
    what: 'a photo of a problem',
    sql: "select from storage.objects where bucket_id = 'booking-problems'",
    expect: [0, 1, 0, 1, 0, 1],
  },
  {
    on: 'storage.objects',
    operation: 'insert',
    what: 'a photo of a problem of a booking',
    sql: `insert into storage.objects (bucket_id, name, owner_id)
          values ('booking-problems', :booking::text || '/new.webp', :me::text)`,
    expect: ['denied', 1, 'denied', 1, 'denied', 1],
  },
  denied(
    'storage.objects',
    'insert',
    `insert into storage.objects (bucket_id, name, owner_id)
     values ('applications', 'new.pdf', :me::text)`,
    'a résumé',
  ),
  {
    on: 'storage.objects',
    operation: 'update',
    sql: "update storage.objects set metadata = '{}' where name = 'cover.webp'",
    expect: [0, 0, 0, 1, 0, 0],
  },
  {
    on: 'storage.objects',
    operation: 'update',
    what: 'move of an own image to profile-images, named after its owner',
    sql: `update storage.objects set bucket_id = 'profile-images', name = :host::text || '.webp'
          where name = 'cover.webp'`,
    expect: [0, 0, 0, 1, 0, 0],
  },
  {
    on: 'storage.objects',
    operation: 'update',
    what: 'move of an own image to profile-images, named after another user',
    sql: `update storage.objects set bucket_id = 'profile-images', name = :guest::text || '.webp'
          where name = 'cover.webp'`,
    expect: [0, 0, 0, 'denied', 0, 0],
  },
  {
    on: 'storage.objects',
    operation: 'delete',
    sql: "delete from storage.objects where name = 'cover.webp'",
    expect: [0, 0, 0, 1, 0, 0],
  },

  // account_deletions -------------------------------------------------------------------------
  denied('account_deletions', 'select', 'select from account_deletions'),
  denied('account_deletions', 'insert', 'insert into account_deletions (user_id) values (:me)'),
  denied('account_deletions', 'update', 'update account_deletions set finished_at = now()'),
  denied('account_deletions', 'delete', 'delete from account_deletions'),

  // functions --------------------------------------------------------------------------------
  {
    on: 'is_account_deleted',
    operation: 'execute',
    sql: 'select where not is_account_deleted()',
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'space_addresses',
    operation: 'select',
    sql: 'select street_address, latitude from space_addresses where space_id = :space',
    expect: ['denied', 1, 0, 1, 0, 1],
  },
  denied(
    'space_addresses',
    'select',
    'select shift_meters from space_addresses',
    'the shift of the public point',
  ),
  {
    on: 'space_addresses',
    operation: 'insert',
    sql: "insert into space_addresses (space_id, street_address) values (:emptySpace, 'x')",
    expect: ['denied', 'denied', 'denied', 1, 'denied', 'denied'],
  },
  {
    on: 'space_addresses',
    operation: 'update',
    sql: 'update space_addresses set latitude = 35.7, longitude = 139.8 where space_id = :space',
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  denied('space_addresses', 'delete', 'delete from space_addresses'),
  {
    on: 'space_arrival_notes',
    operation: 'select',
    what: 'notes for a booking that starts in ten days',
    sql: 'select from space_arrival_notes where space_id = :space',
    expect: ['denied', 0, 0, 1, 0, 1],
  },
  {
    on: 'space_arrival_notes',
    operation: 'insert',
    sql: "insert into space_arrival_notes (space_id, notes) values (:emptySpace, 'x')",
    expect: ['denied', 'denied', 'denied', 1, 'denied', 'denied'],
  },
  {
    on: 'space_arrival_notes',
    operation: 'update',
    sql: "update space_arrival_notes set notes = 'x' where space_id = :space",
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  denied('space_arrival_notes', 'delete', 'delete from space_arrival_notes'),
  {
    on: 'space_extras',
    operation: 'select',
    sql: 'select from space_extras where space_id = :space',
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'space_extras',
    operation: 'insert',
    sql: `insert into space_extras (space_id, name, price, unit)
      values (:emptySpace, 'x', 1, 'hour')`,
    expect: ['denied', 'denied', 'denied', 1, 'denied', 'denied'],
  },
  {
    on: 'space_extras',
    operation: 'update',
    sql: 'update space_extras set price = 1 where space_id = :space',
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  {
    on: 'space_extras',
    operation: 'delete',
    sql: 'delete from space_extras where space_id = :space',
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  {
    on: 'space_calendar_links',
    operation: 'select',
    sql: 'select * from space_calendar_links where space_id = :space',
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  denied(
    'space_calendar_links',
    'insert',
    'insert into space_calendar_links (space_id) values (:emptySpace)',
  ),
  denied('space_calendar_links', 'update', "update space_calendar_links set token = 'x'"),
  denied('space_calendar_links', 'delete', 'delete from space_calendar_links'),
  {
    on: 'space_calendars',
    operation: 'select',
    sql: 'select * from space_calendars where space_id = :space',
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  denied(
    'space_calendars',
    'insert',
    "insert into space_calendars (space_id, name, url) values (:space, 'x', 'https://a.example')",
  ),
  {
    on: 'space_calendars',
    operation: 'update',
    what: 'the name',
    sql: "update space_calendars set name = 'Airbnb' where id = :calendar",
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  denied('space_calendars', 'update', "update space_calendars set url = 'x'", 'the address'),
  {
    on: 'space_calendars',
    operation: 'delete',
    sql: 'delete from space_calendars where id = :calendar',
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  {
    on: 'space_calendar_events',
    operation: 'select',
    sql: 'select * from space_calendar_events where calendar_id = :calendar',
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  denied(
    'space_calendar_events',
    'insert',
    "insert into space_calendar_events values (:calendar, 'x', now(), now(), 'x')",
  ),
  denied('space_calendar_events', 'update', "update space_calendar_events set summary = 'x'"),
  denied('space_calendar_events', 'delete', 'delete from space_calendar_events'),
  {
    on: 'calendar_conflicts',
    operation: 'select',
    sql: 'select * from calendar_conflicts where space_id = :space',
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  {
    on: 'renew_calendar_link',
    operation: 'execute',
    sql: 'select renew_calendar_link(:space)',
    expect: ['denied', 'denied', 'denied', 1, 'denied', 'denied'],
  },
  {
    on: 'calendar_feed',
    operation: 'execute',
    sql: "select calendar_feed('a token that does not exist')",
    expect: [1, 1, 1, 1, 1, 1],
  },
  denied('merge_calendar_times', 'execute', 'select merge_calendar_times(:space)'),
  denied(
    'record_calendar_check',
    'execute',
    "select record_calendar_check(:calendar, '[]', null, null)",
  ),
  denied('queue_conflict_mails', 'execute', 'select queue_conflict_mails(:calendar)'),
  denied('record_calendar_failure', 'execute', "select record_calendar_failure(:calendar, 'x')"),
  denied(
    'add_space_calendar',
    'execute',
    "select add_space_calendar(:space, 'x', 'https://a.example', '[]', null, null)",
  ),
  denied('count_calendar_request', 'execute', 'select count_calendar_request(:me)'),
  {
    on: 'space_opening_hours',
    operation: 'select',
    sql: 'select from space_opening_hours where space_id = :space',
    expect: [0, 0, 0, 0, 0, 0],
  },
  denied(
    'space_opening_hours',
    'insert',
    'insert into space_opening_hours values (:space, 1, 9, 17)',
  ),
  denied('space_opening_hours', 'update', 'update space_opening_hours set space_id = space_id'),
  denied('space_opening_hours', 'delete', 'delete from space_opening_hours'),
  {
    on: 'space_date_exceptions',
    operation: 'select',
    sql: 'select from space_date_exceptions where space_id = :space',
    expect: [0, 0, 0, 0, 0, 0],
  },
  denied(
    'space_date_exceptions',
    'insert',
    'insert into space_date_exceptions values (:space, current_date)',
  ),
  denied('space_date_exceptions', 'update', 'update space_date_exceptions set space_id = space_id'),
  denied('space_date_exceptions', 'delete', 'delete from space_date_exceptions'),
  {
    on: 'space_price_rules',
    operation: 'select',
    sql: 'select from space_price_rules where space_id = :space',
    expect: [0, 0, 0, 0, 0, 0],
  },
  denied(
    'space_price_rules',
    'insert',
    'insert into space_price_rules (space_id, weekday, from_hour, to_hour, price) values (:space, 1, 9, 12, 5)',
  ),
  denied('space_price_rules', 'update', 'update space_price_rules set space_id = space_id'),
  denied('space_price_rules', 'delete', 'delete from space_price_rules'),
  {
    on: 'space_length_discounts',
    operation: 'select',
    sql: 'select from space_length_discounts where space_id = :space',
    expect: [0, 0, 0, 0, 0, 0],
  },
  denied(
    'space_length_discounts',
    'insert',
    'insert into space_length_discounts values (:space, 4, 10)',
  ),
  denied(
    'space_length_discounts',
    'update',
    'update space_length_discounts set space_id = space_id',
  ),
  denied('space_length_discounts', 'delete', 'delete from space_length_discounts'),
  {
    on: 'favorite_lists',
    operation: 'select',
    sql: 'select from favorite_lists',
    expect: ['denied', 1, 0, 0, 0, 0],
  },
  {
    on: 'favorite_lists',
    operation: 'insert',
    what: 'an own list',
    sql: "insert into favorite_lists (user_id, name) values (:me, 'x')",
    expect: ['denied', 1, 1, 1, 1, 1],
  },
  {
    on: 'favorite_lists',
    operation: 'insert',
    what: "a list of another user's account",
    sql: "insert into favorite_lists (user_id, name) values (:guest, 'x')",
    expect: ['denied', 1, 'denied', 'denied', 'denied', 'denied'],
  },
  {
    on: 'favorite_lists',
    operation: 'update',
    sql: "update favorite_lists set name = 'x'",
    expect: ['denied', 1, 0, 0, 0, 0],
  },
  {
    on: 'favorite_lists',
    operation: 'delete',
    sql: 'delete from favorite_lists',
    expect: ['denied', 1, 0, 0, 0, 0],
  },
  {
    on: 'favorites',
    operation: 'select',
    sql: 'select from favorites',
    expect: ['denied', 1, 0, 0, 0, 0],
  },
  {
    on: 'favorites',
    operation: 'insert',
    sql: 'insert into favorites (list_id, space_id) values (:favoriteList, :otherSpace)',
    expect: ['denied', 1, 'denied', 'denied', 'denied', 'denied'],
  },
  denied('favorites', 'update', 'update favorites set created_at = now()'),
  {
    on: 'favorites',
    operation: 'delete',
    sql: 'delete from favorites',
    expect: ['denied', 1, 0, 0, 0, 0],
  },
  // notifications ----------------------------------------------------------------------------
  {
    on: 'notifications',
    operation: 'select',
    sql: "select id, data from notifications where kind = 'reminder-day'",
    expect: ['denied', 1, 0, 0, 0, 0],
  },
  denied(
    'notifications',
    'insert',
    "insert into notifications (user_id, kind, path, dedupe_key) values (:me, 'x', '/', 'x')",
  ),
  {
    on: 'notifications',
    operation: 'update',
    what: 'read_at',
    sql: "update notifications set read_at = now() where kind = 'reminder-day'",
    expect: ['denied', 1, 0, 0, 0, 0],
  },
  denied('notifications', 'update', "update notifications set kind = 'x'"),
  denied('notifications', 'delete', 'delete from notifications'),
  {
    on: 'notification_preferences',
    operation: 'select',
    sql: 'select from notification_preferences',
    expect: ['denied', 1, 0, 0, 0, 0],
  },
  denied(
    'notification_preferences',
    'insert',
    "insert into notification_preferences values (:me, 'reminders', 'email', false)",
  ),
  denied(
    'notification_preferences',
    'update',
    'update notification_preferences set is_enabled = true',
  ),
  denied('notification_preferences', 'delete', 'delete from notification_preferences'),
  ...serverOnly('notification_keys', 'key = :missing', '(user_id) values (:host)'),
  denied('notification_group', 'execute', "select notification_group('x')"),
  denied(
    'is_notification_enabled',
    'execute',
    "select is_notification_enabled(:me, 'reminder-day', 'email')",
  ),
  denied('notify', 'execute', "select notify(:me, 'x', '/', '{}', 'x')"),
  denied('queue_reminders', 'execute', 'select queue_reminders(now())'),
  denied('queue_agendas', 'execute', 'select queue_agendas(now())'),
  {
    on: 'set_notification_preference',
    operation: 'execute',
    sql: "select set_notification_preference('reminders', 'email', false)",
    expect: ['denied', 1, 1, 1, 1, 1],
  },
  {
    on: 'use_unsubscribe_link',
    operation: 'execute',
    sql: "select where use_unsubscribe_link(:missing, 'reminders', 'unsubscribe')",
    expect: [0, 0, 0, 0, 0, 0],
  },
  // messages -------------------------------------------------------------------------------
  {
    on: 'conversations',
    operation: 'select',
    what: 'a reported conversation',
    sql: 'select id, guest_id, host_id from conversations where id = :conversation',
    expect: ['denied', 1, 0, 1, 0, 1],
  },
  {
    on: 'conversations',
    operation: 'select',
    what: 'a conversation that was not reported',
    sql: 'select id from conversations where id = :otherConversation',
    expect: ['denied', 1, 0, 0, 1, 0],
  },
  denied(
    'conversations',
    'select',
    'select guest_notified_at from conversations',
    'times of notices',
  ),
  denied(
    'conversations',
    'insert',
    'insert into conversations (space_id, guest_id, host_id) values (:space, :me, :host)',
  ),
  denied('conversations', 'update', 'update conversations set closed_at = null'),
  denied('conversations', 'delete', 'delete from conversations'),
  ...serverOnly(
    'messages',
    "body = 'X'",
    `(conversation_id, author_id, body, created_at)
     values (:conversation, :guest, 'Hello', now())`,
  ),
  {
    on: 'conversation_reports',
    operation: 'select',
    sql: 'select from conversation_reports',
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  denied(
    'conversation_reports',
    'insert',
    `insert into conversation_reports (conversation_id, user_id, reason)
     values (:conversation, :me, 'spam')`,
  ),
  denied('conversation_reports', 'update', 'update conversation_reports set resolved_at = now()'),
  denied('conversation_reports', 'delete', 'delete from conversation_reports'),
  {
    on: 'conversation_decisions',
    operation: 'select',
    sql: 'select from conversation_decisions',
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  denied(
    'conversation_decisions',
    'insert',
    `insert into conversation_decisions (conversation_id, actor_id, action, note)
     values (:conversation, :me, 'closed', 'Spam')`,
  ),
  denied('conversation_decisions', 'update', "update conversation_decisions set note = 'X'"),
  denied('conversation_decisions', 'delete', 'delete from conversation_decisions'),
  {
    on: 'user_blocks',
    operation: 'select',
    sql: 'select from user_blocks',
    expect: ['denied', 0, 0, 0, 1, 0],
  },
  {
    on: 'user_blocks',
    operation: 'insert',
    what: 'of a user with a common conversation',
    sql: 'insert into user_blocks (user_id, blocked_id) select :me, :guest where :me = :host',
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  {
    on: 'user_blocks',
    operation: 'insert',
    what: 'of a user without a common conversation',
    sql: 'insert into user_blocks (user_id, blocked_id) select :me, :host where :me <> :host',
    expect: ['denied', 1, 'denied', 0, 'denied', 1],
  },
  denied('user_blocks', 'update', 'update user_blocks set created_at = now()'),
  {
    on: 'user_blocks',
    operation: 'delete',
    sql: 'delete from user_blocks',
    expect: ['denied', 0, 0, 0, 1, 0],
  },
  {
    on: 'quick_replies',
    operation: 'select',
    sql: 'select from quick_replies',
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  {
    on: 'quick_replies',
    operation: 'insert',
    sql: "insert into quick_replies (user_id, title, body) values (:me, 'Wi-Fi', 'Yes')",
    expect: ['denied', 1, 1, 1, 1, 1],
  },
  {
    on: 'quick_replies',
    operation: 'update',
    sql: "update quick_replies set body = 'No'",
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  {
    on: 'quick_replies',
    operation: 'delete',
    sql: 'delete from quick_replies',
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  {
    on: 'start_conversation',
    operation: 'execute',
    sql: 'select start_conversation(id) from spaces where id = :otherSpace and user_id <> :me',
    expect: ['denied', 1, 1, 1, 0, 1],
  },
  {
    on: 'send_message',
    operation: 'execute',
    sql: `select send_message(gen_random_uuid(), id, 'Hello') from conversations
          where id = :conversation and :me in (guest_id, host_id)`,
    expect: ['denied', 1, 0, 1, 0, 0],
  },
  {
    on: 'mark_conversation_read',
    operation: 'execute',
    sql: `select mark_conversation_read(id, now()) from conversations
          where id = :conversation and :me in (guest_id, host_id)`,
    expect: ['denied', 1, 0, 1, 0, 0],
  },
  {
    on: 'messages_of',
    operation: 'execute',
    what: 'a reported conversation',
    sql: `select messages_of(id) from conversations where id = :conversation`,
    expect: ['denied', 1, 0, 1, 0, 1],
  },
  {
    on: 'my_conversations',
    operation: 'execute',
    sql: 'select from my_conversations()',
    expect: ['denied', 2, 0, 1, 1, 0],
  },
  {
    on: 'unread_conversations',
    operation: 'execute',
    sql: 'select where unread_conversations() > 0',
    expect: ['denied', 0, 0, 1, 1, 0],
  },
  {
    on: 'report_conversation',
    operation: 'execute',
    sql: `select report_conversation(id, 'spam') from conversations
          where id = :otherConversation and :me in (guest_id, host_id)`,
    expect: ['denied', 1, 0, 0, 1, 0],
  },
  {
    on: 'decide_conversation',
    operation: 'execute',
    sql: `select decide_conversation(id, 'closed', 'Spam') from conversations
          where id = :conversation and :me not in (guest_id, host_id)`,
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  {
    on: 'host_response',
    operation: 'execute',
    sql: 'select from host_response(:host)',
    expect: [0, 0, 0, 0, 0, 0],
  },
  denied('mask_contacts', 'execute', "select mask_contacts('x')"),
  denied('may_share_contacts', 'execute', 'select may_share_contacts(:guest, :host)'),
  denied('own_conversation', 'execute', 'select own_conversation(:conversation)'),
  denied('notify_unread_messages', 'execute', 'select notify_unread_messages()'),

  {
    on: 'space_reports',
    operation: 'select',
    sql: 'select from space_reports',
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  {
    on: 'space_reports',
    operation: 'insert',
    what: 'an own report',
    sql: `insert into space_reports (space_id, user_id, reason)
      values (:emptySpace, :me, 'scam')`,
    expect: ['denied', 1, 1, 1, 1, 1],
  },
  {
    on: 'space_reports',
    operation: 'insert',
    what: "a report under another user's name",
    sql: `insert into space_reports (space_id, user_id, reason)
      values (:emptySpace, :guest, 'scam')`,
    expect: ['denied', 1, 'denied', 'denied', 'denied', 'denied'],
  },
  {
    on: 'space_reports',
    operation: 'update',
    sql: 'update space_reports set resolved_at = now()',
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  denied('space_reports', 'delete', 'delete from space_reports'),

  // booking_problems ---------------------------------------------------------------------------
  {
    on: 'booking_problems',
    operation: 'select',
    sql: 'select * from booking_problems where id = :problem',
    expect: ['denied', 1, 0, 1, 0, 1],
  },
  denied(
    'booking_problems',
    'insert',
    `insert into booking_problems (booking_id, user_id, kind, details)
     values (:booking, :me, 'no_access', 'No key')`,
  ),
  denied('booking_problems', 'update', "update booking_problems set status = 'declined'"),
  denied('booking_problems', 'delete', 'delete from booking_problems'),
  {
    on: 'booking_problem_events',
    operation: 'select',
    sql: 'select * from booking_problem_events where problem_id = :problem',
    expect: ['denied', 0, 0, 0, 0, 1],
  },
  denied(
    'booking_problem_events',
    'insert',
    `insert into booking_problem_events (booking_id, actor_id, action)
     values (:booking, :me, 'upheld')`,
  ),
  denied('booking_problem_events', 'update', "update booking_problem_events set note = ''"),
  denied('booking_problem_events', 'delete', 'delete from booking_problem_events'),
  {
    on: 'host_cancellations',
    operation: 'select',
    sql: 'select * from host_cancellations where host_id = :host',
    expect: ['denied', 0, 0, 1, 0, 1],
  },
  {
    on: 'report_problem',
    operation: 'execute',
    what: 'a booking of an own space',
    sql: `select where is_host_of(:space)
      and report_problem(:recentBooking, 'damage', 'The lamp is broken', 100) is not null`,
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  {
    on: 'withdraw_problem',
    operation: 'execute',
    what: 'an own report',
    sql: `select withdraw_problem(id) from booking_problems where id = :problem and user_id = :me`,
    expect: ['denied', 1, 0, 0, 0, 0],
  },
  {
    on: 'settle_damage',
    operation: 'execute',
    sql: "select settle_damage(:damage, 'Paid')",
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 1],
  },
  denied('lock_problem', 'execute', 'select lock_problem(:problem)'),
  denied('decide_problem', 'execute', "select decide_problem(:problem, :me, true, 'Yes')"),
  denied('problem_mail_data', 'execute', 'select problem_mail_data(:problem)'),
  denied('refundable_minor', 'execute', 'select refundable_minor(null::payments)'),
  denied(
    'cancel_booking_as',
    'execute',
    "select cancel_booking_as('host', :booking, :me, 'other', '')",
  ),
  {
    on: 'booking_of_photo',
    operation: 'execute',
    sql: "select where booking_of_photo(:booking || '/photo.webp') = :booking",
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'is_host_of',
    operation: 'execute',
    sql: 'select where is_host_of(:space)',
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  {
    on: 'is_expected_at',
    operation: 'execute',
    sql: "select where is_expected_at(:space, 'infinity')",
    expect: ['denied', 1, 0, 0, 0, 0],
  },
  {
    on: 'is_own_favorite_list',
    operation: 'execute',
    sql: 'select where is_own_favorite_list(:favoriteList)',
    expect: ['denied', 1, 0, 0, 0, 0],
  },
  {
    on: 'shared_favorites',
    operation: 'execute',
    sql: 'select where shared_favorites(:missing) is not null',
    expect: [0, 0, 0, 0, 0, 0],
  },
  {
    on: 'own_favorite_lists',
    operation: 'execute',
    sql: 'select from jsonb_array_elements(own_favorite_lists())',
    expect: ['denied', 1, 0, 0, 0, 0],
  },
  {
    on: 'save_favorite',
    operation: 'execute',
    what: 'into an own list',
    sql: 'select save_favorite(:otherSpace)',
    expect: ['denied', 1, 1, 1, 1, 1],
  },
  {
    on: 'save_favorite',
    operation: 'execute',
    what: "into another user's list",
    sql: 'select save_favorite(:otherSpace, :favoriteList)',
    expect: ['denied', 1, 'denied', 'denied', 'denied', 'denied'],
  },
  {
    on: 'space_reviews',
    operation: 'select',
    sql: 'select author_name from space_reviews where space_id = :space',
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'short_name',
    operation: 'execute',
    sql: "select where short_name('Nora Klein') = 'Nora K.'",
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'host_figures',
    operation: 'execute',
    sql: 'select host_figures(:host)',
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'has_booked',
    operation: 'execute',
    sql: 'select where has_booked(:space)',
    expect: [0, 1, 0, 1, 0, 0],
  },
  {
    on: 'my_account_deletion_blockers',
    operation: 'execute',
    what: 'an upcoming booking, a pending refund and two problems',
    sql: 'select from my_account_deletion_blockers()',
    expect: ['denied', 4, 0, 3, 0, 0],
  },
  {
    on: 'is_newsletter_subscriber',
    operation: 'execute',
    sql: 'select is_newsletter_subscriber()',
    expect: ['denied', 1, 1, 1, 1, 1],
  },
  {
    on: 'unsubscribe_from_newsletter',
    operation: 'execute',
    sql: 'select unsubscribe_from_newsletter()',
    expect: ['denied', 1, 1, 1, 1, 1],
  },
  {
    on: 'is_permanent_user',
    operation: 'execute',
    sql: 'select where is_permanent_user()',
    expect: ['denied', 1, 1, 1, 1, 1],
  },
  {
    on: 'has_required_aal',
    operation: 'execute',
    sql: 'select where has_required_aal()',
    expect: ['denied', 1, 1, 1, 1, 1],
  },
  denied('require_aal', 'execute', 'select require_aal()'),
  denied('is_assured', 'execute', 'select is_assured()'),
  {
    on: 'claim_first_admin',
    operation: 'execute',
    sql: "select where claim_first_admin('guessed')",
    expect: ['denied', 0, 0, 0, 0, 0],
  },
  {
    on: 'my_sessions',
    operation: 'execute',
    sql: 'select from my_sessions()',
    expect: ['denied', 1, 1, 1, 1, 1],
  },
  {
    on: 'end_session',
    operation: 'execute',
    sql: 'select end_session(id) from my_sessions() where not is_current',
    expect: ['denied', 0, 0, 0, 0, 0],
  },
  {
    on: 'my_security_events',
    operation: 'execute',
    sql: 'select from my_security_events()',
    expect: ['denied', 0, 0, 0, 0, 0],
  },
  denied('count_deletion_attempt', 'execute', "select count_deletion_attempt('x')"),
  denied('account_deletion_blockers', 'execute', 'select from account_deletion_blockers(:me)'),
  denied('verified_email', 'execute', 'select verified_email(:me)'),
  denied('mails_to_user', 'execute', "select from mails_to_user(:me, 'a@b.c')"),
  denied('erase_account', 'execute', 'select erase_account(:me)'),
  denied('delete_messages', 'execute', "select delete_messages(:me, 'guest@example.com')"),
  denied('export_account', 'execute', 'select export_account(:me)'),
  denied('export_messages', 'execute', "select export_messages(:me, 'guest@example.com')"),
  denied('files_of_user', 'execute', 'select from files_of_user(:me)'),
  denied('finish_account_deletion', 'execute', 'select finish_account_deletion(:me)'),
  denied('unfinished_account_deletions', 'execute', 'select from unfinished_account_deletions()'),
  denied('orphaned_uploads', 'execute', 'select from orphaned_uploads()'),
  denied('delete_inactive_anonymous_users', 'execute', 'select delete_inactive_anonymous_users()'),
  {
    on: 'is_admin',
    operation: 'execute',
    sql: 'select where is_admin()',
    expect: [0, 0, 0, 0, 0, 1],
  },
  {
    on: 'currency_decimals',
    operation: 'execute',
    sql: "select currency_decimals('JPY')",
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'minimum_charge',
    operation: 'execute',
    sql: "select minimum_charge('JPY')",
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'folded',
    operation: 'execute',
    sql: "select where folded('São Paulo') = 'sao paulo'",
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'reference_price',
    operation: 'execute',
    sql: "select reference_price(1, 'JPY')",
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'is_time_zone',
    operation: 'execute',
    sql: "select is_time_zone('Asia/Tokyo')",
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'require_own_images',
    operation: 'execute',
    sql: "select require_own_images('{}', 'spaces')",
    expect: [1, 1, 1, 1, 1, 1],
  },
  denied(
    'use_daily_limit',
    'execute',
    "select use_daily_limit('listings_per_day', 'too_many_listings', '%s')",
  ),
  {
    on: 'remove_space_type',
    operation: 'execute',
    sql: "select remove_space_type(id) from space_types where name = 'photo-space'",
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 1],
  },
  {
    on: 'are_image_previews',
    operation: 'execute',
    sql: "select are_image_previews('{}')",
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'similar_spaces',
    operation: 'execute',
    sql: 'select similar_spaces(:space) limit 1',
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'sitemap_spaces',
    operation: 'execute',
    sql: 'select sitemap_spaces(0, 1)',
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'sitemap_hosts',
    operation: 'execute',
    sql: 'select sitemap_hosts()',
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'from_minor',
    operation: 'execute',
    sql: "select from_minor(100, 'USD')",
    expect: [1, 1, 1, 1, 1, 1],
  },
  denied(
    'check_bookable_span',
    'execute',
    "select check_bookable_span(spaces, now(), now() + interval '1 hour') from spaces",
  ),
  denied(
    'span_problem',
    'execute',
    "select span_problem(spaces, now(), now() + interval '1 hour') from spaces",
  ),
  denied(
    'hourly_prices',
    'execute',
    "select hourly_prices(spaces, now(), now() + interval '1 hour') from spaces",
  ),
  denied(
    'base_price',
    'execute',
    "select base_price(spaces, now(), now() + interval '1 hour') from spaces",
  ),
  denied('length_discount', 'execute', 'select length_discount(:space, 3)'),
  denied('opening_hours_on', 'execute', 'select opening_hours_on(:space, current_date)'),
  denied('require_host', 'execute', 'select require_host(:space)'),
  denied(
    'take_blackout',
    'execute',
    "select take_blackout(:space, tstzrange(now(), now() + interval '1 hour'), '')",
  ),
  {
    on: 'slots_of_days',
    operation: 'execute',
    sql: 'select slots_of_days(:space, current_date, current_date) limit 1',
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'host_calendar',
    operation: 'execute',
    sql: 'select from jsonb_array_elements(host_calendar(current_date, current_date + 60))',
    expect: ['denied', 0, 0, 1, 0, 0],
  },
  {
    on: 'set_booking_rules',
    operation: 'execute',
    sql: `select set_booking_rules(:space, '{"buffer_minutes": 30}')`,
    expect: ['denied', 'denied', 'denied', 1, 'denied', 'denied'],
  },
  {
    on: 'block_time',
    operation: 'execute',
    sql: "select block_time(:space, now() + interval '90 days', now() + interval '95 days')",
    expect: ['denied', 'denied', 'denied', 1, 'denied', 'denied'],
  },
  {
    on: 'unblock_time',
    operation: 'execute',
    sql: "select unblock_time(:space, now() + interval '90 days', now() + interval '95 days')",
    expect: ['denied', 'denied', 'denied', 1, 'denied', 'denied'],
  },
  denied(
    'take_slot',
    'execute',
    "select take_slot(:space, now(), now() + interval '1 hour', 'blackout')",
  ),
  denied(
    'first_offered_start',
    'execute',
    'select first_offered_start(:space, current_date, null, 1)',
  ),
  denied(
    'has_booking_rules',
    'execute',
    'select has_booking_rules(spaces) from spaces where id = :space',
  ),
  denied(
    'require_chargeable_prices',
    'execute',
    'select require_chargeable_prices(spaces) from spaces where id = :space',
  ),
  denied('starts_of_day', 'execute', "select starts_of_day('UTC', current_date, 9, 21)"),
  denied(
    'bookable_space',
    'execute',
    "select bookable_space(:space, :me, now(), now() + interval '1 hour')",
  ),
  denied(
    'begin_checkout',
    'execute',
    "select begin_checkout(:space, :me, now(), now(), '{}'::jsonb)",
  ),
  denied(
    'attach_payment_intent',
    'execute',
    "select attach_payment_intent(:payment, 'pi_x', now())",
  ),
  denied(
    'needs_answer',
    'execute',
    'select needs_answer(spaces, :me) from spaces where id = :space',
  ),
  denied('book_slot', 'execute', "select book_slot(null::payments, 'requested')"),
  denied('record_request', 'execute', "select record_request(:payment, 11000, 'usd')"),
  denied('answer_request', 'execute', "select answer_request(:booking, :me, 'accepted')"),
  denied('confirm_booking', 'execute', "select confirm_booking(:payment, 'ch_x', 11000, 'usd')"),
  denied('abandon_payment', 'execute', 'select abandon_payment(:payment)'),
  denied('lapsed_payments', 'execute', 'select lapsed_payments(now())'),
  denied('unsettled_payments', 'execute', 'select unsettled_payments()'),
  denied('hold_while_processing', 'execute', 'select hold_while_processing(:payment)'),
  denied('cancel_booking', 'execute', 'select cancel_booking(:booking, :me, 11000, 0)'),
  denied(
    'conflicting_payments',
    'execute',
    'select conflicting_payments(:space, :me, now(), now())',
  ),
  denied('pending_refunds', 'execute', 'select pending_refunds()'),
  denied(
    'record_refund',
    'execute',
    "select record_refund(:payment, 're_x', 'succeeded', 100, true)",
  ),
  denied('is_refund_retryable', 'execute', "select is_refund_retryable('declined', 1)"),
  {
    on: 'resolve_failed_refund',
    operation: 'execute',
    sql: "select resolve_failed_refund(:refund, 'settled', 'Paid by bank transfer')",
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 1],
  },
  {
    on: 'resolve_refused_payout',
    operation: 'execute',
    sql: "select resolve_refused_payout(:refused_payout, 'retry')",
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 1],
  },
  denied('record_admin_action', 'execute', "select record_admin_action('user.ban', 'user', 'x')"),
  denied('check_money_decision', 'execute', "select check_money_decision('retry', '')"),
  {
    on: 'repair_difference',
    operation: 'execute',
    sql: `select repair_difference(
      (select id from reconciliation_differences order by id desc limit 1), 'Checked')`,
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 1],
  },
  {
    on: 'resolve_reversed_transfer',
    operation: 'execute',
    sql: `select resolve_reversed_transfer(
      (select id from payouts where reversal_held_at is not null), 'keep')`,
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 1],
  },
  denied('release_refunded_booking', 'execute', 'select release_refunded_booking(:booking)'),
  denied('record_refund_refusal', 'execute', "select record_refund_refusal(:payment, 1, 'x')"),
  denied('replace_refund_key', 'execute', "select replace_refund_key(:payment, 1, 1, 'x')"),
  denied('claim_payouts', 'execute', 'select claim_payouts(now())'),
  denied('begin_transfer', 'execute', 'select begin_transfer(:payment, 1)'),
  denied('release_payout', 'execute', 'select release_payout(:payment)'),
  denied('recover_debts', 'execute', 'select recover_debts(null::payouts, 1)'),
  denied('untransferred_share', 'execute', 'select untransferred_share(null::payouts)'),
  denied('record_payout', 'execute', "select record_payout(:payment, 'tr_x', 1)"),
  denied('record_payout_refusal', 'execute', "select record_payout_refusal(:payment, 1, 'x')"),
  denied('replace_payout_key', 'execute', "select replace_payout_key(:payment, 1, 1, 'x')"),
  denied(
    'record_dispute',
    'execute',
    "select record_dispute('ch_1', 'dp_1', 'lost', 100, true, false)",
  ),
  denied(
    'later_dispute_status',
    'execute',
    "select later_dispute_status(null::disputes, 'won', true, true)",
  ),
  denied('record_bank_payouts', 'execute', "select record_bank_payouts('acct_x', null)"),
  denied('share_after_returns', 'execute', 'select share_after_returns(90, 110, 10)'),
  denied('cap_pending_refunds', 'execute', 'select cap_pending_refunds(null::payments)'),
  {
    on: 'find_listings',
    operation: 'execute',
    sql: "select find_listings('no such listing')",
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 0],
  },
  {
    on: 'hidden_reason',
    operation: 'execute',
    sql: 'select hidden_reason(:space)',
    expect: ['denied', 1, 1, 1, 1, 1],
  },
  {
    on: 'set_space_hidden',
    operation: 'execute',
    sql: "select set_space_hidden(:space, true, 'Not a real place')",
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 1],
  },
  {
    on: 'find_users',
    operation: 'execute',
    sql: "select find_users('no such user')",
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 0],
  },
  {
    on: 'admin_user',
    operation: 'execute',
    sql: 'select admin_user(:guest)',
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 1],
  },
  {
    on: 'ban_user',
    operation: 'execute',
    sql: "select ban_user(:guest, now(), 'Spam')",
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 1],
  },
  {
    on: 'sign_out_user',
    operation: 'execute',
    sql: "select sign_out_user(:guest, 'Asked by phone')",
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 1],
  },
  {
    on: 'set_user_admin',
    operation: 'execute',
    sql: "select set_user_admin(:guest, true, 'New colleague')",
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 1],
  },
  {
    on: 'audit_log',
    operation: 'execute',
    sql: "select audit_log('user.ban')",
    expect: ['denied', 'denied', 'denied', 'denied', 'denied', 1],
  },
  denied('check_user_action', 'execute', "select check_user_action(:guest, 'x')"),
  denied('platform_metrics', 'execute', 'select platform_metrics()'),
  denied('settle_payment', 'execute', 'select settle_payment(:payment)'),
  denied('settle_payout', 'execute', 'select settle_payout(null::payments, 1, 1)'),
  denied('booking_refund_status', 'execute', 'select booking_refund_status(:booking)'),
  denied('booking_dispute_status', 'execute', 'select booking_dispute_status(:booking)'),
  denied('payment_of', 'execute', 'select payment_of(:payment)'),
  denied('locked_payment', 'execute', 'select locked_payment(:payment)'),
  denied('booking_payments', 'execute', 'select booking_payments(:booking)'),
  denied(
    'price_rules_of',
    'execute',
    'select price_rules_of(spaces) from spaces where id = :space',
  ),
  denied('hourly_prices_by', 'execute', "select hourly_prices_by('{}', 'UTC', now(), now())"),

  // changes of bookings -----------------------------------------------------------------------
  {
    on: 'booking_changes',
    operation: 'select',
    sql: 'select * from booking_changes where booking_id = :booking',
    expect: ['denied', 1, 0, 1, 0, 1],
  },
  denied(
    'booking_changes',
    'insert',
    "insert into booking_changes (booking_id, proposed_by, status) values (:booking, 'guest', 'open')",
  ),
  denied('booking_changes', 'update', "update booking_changes set status = 'done'"),
  denied('booking_changes', 'delete', 'delete from booking_changes'),
  denied('locked_booking', 'execute', 'select locked_booking(:booking)'),
  denied('change_offer', 'execute', 'select change_offer(:booking, :me, now(), now())'),
  denied('require_free_slot', 'execute', 'select require_free_slot(null::bookings, now(), now())'),
  denied(
    'reserve_change',
    'execute',
    'select reserve_change(null::bookings, null::booking_changes)',
  ),
  denied('owe_refund', 'execute', "select owe_refund(:booking, 1, 'cancelled_by_guest')"),
  denied('apply_change', 'execute', 'select apply_change(null::bookings, null::booking_changes)'),
  denied(
    'change_payment',
    'execute',
    'select change_payment(null::bookings, null::booking_changes)',
  ),
  denied(
    'propose_change',
    'execute',
    "select propose_change(:booking, :me, now(), now(), '{}', 0)",
  ),
  denied('locked_change', 'execute', 'select locked_change(:missing)'),
  denied('begin_change_payment', 'execute', 'select begin_change_payment(:missing, :me)'),
  denied('require_open_change', 'execute', 'select require_open_change(null::booking_changes)'),
  denied('answer_change', 'execute', "select answer_change(:missing, :me, 'accepted')"),
  denied(
    'record_change_authorization',
    'execute',
    "select record_change_authorization(:payment, 1, 'usd')",
  ),
  denied('record_paid_change', 'execute', "select record_paid_change(null::payments, 'ch_x')"),
  denied('end_unpaid_change', 'execute', 'select end_unpaid_change(:missing)'),
  denied('ended_change_payments', 'execute', 'select ended_change_payments()'),
  ...serverOnly(
    'payment_customers',
    "stripe_customer_id = 'cus_x'",
    "(user_id, stripe_customer_id) values (:me, 'cus_x')",
  ),
  denied('attach_payment_customer', 'execute', "select attach_payment_customer(:me, 'cus_x')"),
  denied('extension_offer', 'execute', 'select extension_offer(:booking, :me, 1)'),
  denied('begin_extension', 'execute', "select begin_extension(:booking, :me, 1, '{}')"),
  denied('take_extension_slot', 'execute', 'select take_extension_slot(null::payments, :booking)'),
  denied('end_changes_of_booking', 'execute', 'select end_changes_of_booking()'),
  denied('change_mail_data', 'execute', 'select change_mail_data(:missing)'),
  denied('queue_change_mails', 'execute', 'select queue_change_mails()'),
  denied('refund_mail_data', 'execute', 'select refund_mail_data(:refund)'),
  denied('share_mail_data', 'execute', 'select share_mail_data(:booking)'),
  denied('queue_payout_mail', 'execute', "select queue_payout_mail(:payment, 1, 'x')"),
  {
    on: 'amount_after_returns',
    operation: 'execute',
    sql: "select amount_after_returns(90, 110, 10, 'USD')",
    expect: [1, 1, 1, 1, 1, 1],
  },
  denied('begin_host_account_read', 'execute', "select begin_host_account_read('acct_x')"),
  denied('record_host_account', 'execute', "select record_host_account('acct_x', true, 1)"),
  denied('attach_host_account', 'execute', "select attach_host_account(:me, 'acct_x')"),
  {
    on: 'is_email_address',
    operation: 'execute',
    sql: "select where is_email_address('a@example.com')",
    expect: [1, 1, 1, 1, 1, 1],
  },
  {
    on: 'to_minor',
    operation: 'execute',
    sql: "select to_minor(1.5, 'USD')",
    expect: [1, 1, 1, 1, 1, 1],
  },
  denied('queue_mail', 'execute', "select queue_mail('x', 'a@b.c', '{}', 'x')"),
  denied('queue_account_mail', 'execute', "select queue_account_mail(:me, 'x', 'a@b.c', '{}')"),
  denied('send_auth_mail', 'execute', "select send_auth_mail('{}')"),
  denied('retry_delay', 'execute', "select retry_delay(1, '10 seconds', '1 hour')"),
  denied('begin_reconciliation', 'execute', 'select begin_reconciliation()'),
  denied('record_replayed_events', 'execute', 'select record_replayed_events(1, 0, null)'),
  denied(
    'record_balance_transactions',
    'execute',
    "select record_balance_transactions(1, '[]', null)",
  ),
  denied('finish_reconciliation', 'execute', "select finish_reconciliation(1, '{}')"),
  denied('dispute_facts', 'execute', "select dispute_facts('du_1', :me)"),
  denied('record_dispute_answer', 'execute', "select record_dispute_answer('du_1', :me, '{}')"),
  denied('issue_documents', 'execute', 'select issue_documents(:booking, :me)'),
  denied('issue_document', 'execute', 'select issue_document(null::documents)'),
  denied('billing_party', 'execute', 'select billing_party(:me)'),
  {
    on: 'booking_money_timeline',
    operation: 'execute',
    sql: "select * from booking_money_timeline(:booking) where kind = 'paid'",
    expect: ['denied', 1, 0, 1, 0, 0],
  },
  denied('expected_at_bank', 'execute', 'select expected_at_bank(null, now())'),
  denied('record_claims', 'execute', 'select record_claims(:payment)'),
  denied('claims_of', 'execute', 'select claims_of(array[:payment])'),
  denied('record_charge', 'execute', "select record_charge(null, null, 1, 'x')"),
  denied(
    'record_balance_transaction',
    'execute',
    "select record_balance_transaction('x', 'charge', 'x', 1, 1, 'USD')",
  ),
  denied(
    'record_platform_movement',
    'execute',
    "select record_platform_movement('bank_payout', 'x', 1, 'USD', 'bank')",
  ),
  denied(
    'record_transfer_reversal',
    'execute',
    "select record_transfer_reversal('tr_x', 'trr_x', 1)",
  ),
  denied('write_off_debts', 'execute', 'select write_off_debts(:me)'),
  denied('record_in_ledger', 'execute', "select record_in_ledger(null, 'charge', 1, 'x')"),
  denied('claim_mails', 'execute', 'select claim_mails()'),
  denied('record_mail_sent', 'execute', 'select record_mail_sent(:missing)'),
  denied('record_mail_failure', 'execute', "select record_mail_failure(:missing, 'x', true)"),
  denied('booking_mail_data', 'execute', 'select booking_mail_data(:booking)'),
  denied('email_of_user', 'execute', 'select email_of_user(:guest)'),
  denied('enforce_request_limit', 'execute', "select enforce_request_limit('x', null, 'a@b.c')"),
  denied(
    'receive_contact_message',
    'execute',
    "select receive_contact_message('n', 'a@b.c', 'general', 'm')",
  ),
  denied('issue_newsletter_token', 'execute', "select issue_newsletter_token(:missing, 'confirm')"),
  denied(
    'queue_newsletter_mail',
    'execute',
    "select queue_newsletter_mail('x', :missing, '{}', 'x')",
  ),
  denied('subscribe_newsletter', 'execute', "select subscribe_newsletter('a@b.c')"),
  denied('end_newsletter_subscription', 'execute', "select end_newsletter_subscription('a@b.c')"),
  denied('use_newsletter_token', 'execute', "select use_newsletter_token('x', 'confirm')"),
  denied(
    'begin_application',
    'execute',
    "select begin_application('p', 'n', 'a@b.c', null, 'l', 'r.pdf', 't', 'pdf')",
  ),
  denied('finish_application', 'execute', 'select finish_application(:missing)'),
  denied('incomplete_applications', 'execute', 'select incomplete_applications()'),
  denied(
    'delete_incomplete_application',
    'execute',
    'select delete_incomplete_application(:missing)',
  ),
  denied('record_webhook_event', 'execute', "select record_webhook_event('e', 't')"),
]
