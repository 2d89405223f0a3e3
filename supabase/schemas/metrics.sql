
-- Returns metrics for Prometheus (`/metrics`). Ages of queues are in seconds, or 0 for an empty
-- queue.
create function public.platform_metrics() returns table (metric text, label text, value float8)
  language sql stable security definer set search_path = '' as $$
    with refusing_queues as (
      -- A faulty mail server may refuse every recipient. Three or more refused recipients in a
      -- queue count as an outage. One or two do not, because their addresses are probably the
      -- cause.
      select queue from public.outgoing_mails
      where recipient_refused and sent_at is null and abandoned_at is null
      group by queue
      having count(distinct recipient) >= 3
    ),
    pending_mails as (
      -- Each failed attempt postpones send_after, from which the wait of an email usually counts.
      -- After five failures, it counts from the creation of the email, so that an outage of the
      -- mail server raises an alert. This is no outage if the server has refused the recipient, or
      -- if another email of the queue was sent since the creation of this one.
      select queue, id, case
          when attempts >= 5
            and (not recipient_refused or queue in (select queue from refusing_queues))
            and not exists (
              select from public.outgoing_mails as sent
              where sent.queue = mails.queue and sent.sent_at is not null
                and coalesce(sent.sent_at, sent.abandoned_at) > mails.created_at)
            then created_at
          else send_after
        end as waits_since
      from public.outgoing_mails mails
      where sent_at is null and abandoned_at is null
    )
    select 'holds', '', count(*)::float8 from public.space_availability
    where kind = 'hold' and active and expires_at > now()
    union all
    select 'checkouts_open', '', count(*) from public.payments where status = 'open'
    union all
    select 'checkout_oldest_seconds', '',
      coalesce(extract(epoch from now() - min(created_at)), 0)
    from public.payments where status = 'open'
    union all
    select 'payouts_due', '', count(*) from public.payouts
    where status = 'scheduled' and due_at <= now() and frozen_at is null
      and public.untransferred_share(payouts) > 0
    union all
    select 'payout_overdue_seconds', '', coalesce(extract(epoch from now() - min(due_at)), 0)
    from public.payouts
    join public.profiles on profiles.id = payouts.host_id
    where status = 'scheduled' and due_at <= now() and frozen_at is null
      and reversal_held_at is null and profiles.stripe_onboarding_complete
      and public.untransferred_share(payouts) > 0
    union all
    select 'payouts_refused', '', count(*) from public.payouts where refused_at is not null
    union all
    select 'refunds', refunds.status, count(*) from public.refunds
    where refunds.status in ('pending', 'processing', 'failed') group by refunds.status
    union all
    select 'disputes_open', '', count(*) from public.disputes where closed_at is null
    union all
    select 'ledger_drift', '', count(*) from public.reconciliation_differences
    where gone_at is null and repaired_at is null
    union all
    select 'webhook_age_seconds', '',
      -- If no event arrived by webhook, returns the age of the first replayed event.
      coalesce(extract(epoch from now() - coalesce(
        max(received_at) filter (where not is_replayed), min(received_at))), 0)
    from public.webhook_events
    union all
    select 'emails_waiting', queues.queue, count(mails.id)
    from unnest(array['account', 'general']) as queues (queue)
    left join pending_mails mails on mails.queue = queues.queue and mails.waits_since <= now()
    group by queues.queue
    union all
    select 'email_oldest_seconds', queues.queue,
      coalesce(extract(epoch from now() - min(mails.waits_since)), 0)
    from unnest(array['account', 'general']) as queues (queue)
    left join pending_mails mails on mails.queue = queues.queue and mails.waits_since <= now()
    group by queues.queue
    union all
    select 'emails_abandoned', '', count(*) from public.outgoing_mails
    where abandoned_at > now() - interval '1 day' and last_error is distinct from 'expired'
  $$;

revoke execute on function public.platform_metrics from public, anon, authenticated;
grant execute on function public.platform_metrics to service_role;
