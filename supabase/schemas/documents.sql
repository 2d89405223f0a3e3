-- Invoices. The host invoices the rental to the guest. Hourspace invoices the platform fee to the
-- guest and the commission to the host.

create table public.billing_details (
  user_id uuid primary key default auth.uid() references public.profiles (id) on delete cascade,
  legal_name text not null default '',
  address text not null default '',
  -- ISO 3166 code of the country, which determines the name and format of the tax number.
  country text,
  tax_id text not null default '',
  -- VAT included in the rental, in percent. Null if invoices show no VAT.
  vat_percentage numeric(5, 2),
  updated_at timestamptz not null default now(),

  constraint billing_details_lengths check (
    char_length(legal_name) <= 200 and char_length(address) <= 500 and char_length(tax_id) <= 30),
  constraint billing_details_country_code check (country ~ '^[A-Z]{2}$'),
  constraint billing_details_vat_range check (vat_percentage > 0 and vat_percentage <= 40),
  constraint billing_details_vat_needs_tax_id check (vat_percentage is null or tax_id <> '')
);

alter table public.billing_details enable row level security;

create policy "users read their own billing details" on public.billing_details
  for select to authenticated using (user_id = (select auth.uid()));
create policy "users add their own billing details" on public.billing_details
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "users change their own billing details" on public.billing_details
  for update to authenticated using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
create policy "users with a second factor need it for their billing details"
  on public.billing_details
  as restrictive for all to authenticated using ((select public.has_required_aal()))
  with check ((select public.has_required_aal()));

revoke all on public.billing_details from anon, authenticated;
grant select on public.billing_details to authenticated;
grant insert (user_id, legal_name, address, country, tax_id, vat_percentage),
  update (user_id, legal_name, address, country, tax_id, vat_percentage)
on public.billing_details to authenticated;

-- The last invoice number of each seller. seller is a host's id or 'platform'.
create table public.invoice_series (
  seller text primary key,
  last_number bigint not null default 0
);

alter table public.invoice_series enable row level security;
revoke all on public.invoice_series from anon, authenticated;

create table public.documents (
  id uuid primary key default gen_random_uuid(),
  seller text not null,
  number bigint not null,
  kind text not null,
  subject text not null,
  booking_id uuid not null references public.bookings (id),
  payment_id uuid not null references public.payments (id),
  refund_id uuid references public.refunds (id),
  corrects_id uuid references public.documents (id),
  currency public.currency_code not null,
  total_minor bigint not null,
  vat_percentage numeric(5, 2),
  -- Names, addresses and tax numbers of seller and buyer at the time of issue.
  parties jsonb not null,
  -- {title, starts_at, ends_at, time_zone, has_extras} of the booking at the time of issue.
  details jsonb not null,
  issued_at timestamptz not null default now(),

  constraint documents_kind_known check (kind in ('invoice', 'credit_note')),
  constraint documents_subject_known check (subject in ('rental', 'platform_fee', 'commission')),
  constraint documents_total_positive check (total_minor > 0),
  constraint documents_credit_note_complete check (
    (kind = 'credit_note') = (refund_id is not null and corrects_id is not null)),
  constraint documents_number_once unique (seller, number)
);

create unique index documents_invoice_once on public.documents (payment_id, subject)
  where (kind = 'invoice');
create unique index documents_credit_note_once on public.documents (refund_id, subject)
  where (kind = 'credit_note');
create index documents_booking_id_idx on public.documents (booking_id);

alter table public.documents enable row level security;

create policy "admins read every document" on public.documents
  for select to authenticated using ((select public.is_admin()));

revoke all on public.documents from anon, authenticated;
grant select on public.documents to authenticated;

create function public.refuse_document_change() returns trigger
  language plpgsql set search_path = '' as $$
    begin
      raise exception using errcode = 'insufficient_privilege',
        message = 'Issued documents do not change. Issue a credit note';
    end
  $$;

create trigger refuse_change before update or delete or truncate on public.documents
  for each statement execute function public.refuse_document_change();

create function public.billing_party(p_user_id uuid) returns jsonb
  language sql stable set search_path = '' as $$
    select jsonb_build_object(
      'name', coalesce(nullif(details.legal_name, ''), profiles.full_name, ''),
      'address', coalesce(details.address, ''),
      'country', details.country,
      'tax_id', coalesce(details.tax_id, ''))
    from public.profiles
    left join public.billing_details details on details.user_id = profiles.id
    where profiles.id = p_user_id
  $$;

-- Issues a document unless it exists. A seller's invoice numbers have no gaps: the seller's row in
-- invoice_series stays locked until the commit, and a rollback frees the number.
create function public.issue_document(document public.documents) returns void
  language plpgsql set search_path = '' as $$
    begin
      if document.total_minor <= 0 or exists (
        select from public.documents as issued
        where issued.subject = document.subject and issued.kind = document.kind
          and (issued.refund_id = document.refund_id
            or (document.refund_id is null and issued.payment_id = document.payment_id))
      ) then
        return;
      end if;
      insert into public.invoice_series as series (seller, last_number) values (document.seller, 1)
      on conflict (seller) do update set last_number = series.last_number + 1
      returning last_number into document.number;
      document.id := gen_random_uuid();
      document.issued_at := now();
      insert into public.documents select document.*;
    end
  $$;

-- Issues a booking's invoices and credit notes, and returns the documents of p_user_id: rental and
-- platform fee for the guest, rental and commission for the host. Splits each refund in proportion
-- to the payment. A credit note has the parties and details of its invoice. Raises
-- booking_not_found, also if nothing was paid.
create function public.issue_documents(p_booking_id uuid, p_user_id uuid)
  returns setof public.documents
  language plpgsql security definer set search_path = '' as $$
    declare
      booking public.bookings;
      host uuid;
      details jsonb;
      is_guest boolean;
      payment record;
      refund record;
      part record;
      draft public.documents;
      invoice public.documents;
    begin
      select * into booking from public.bookings where id = p_booking_id;
      select user_id, jsonb_build_object(
          'title', title, 'starts_at', booking.start_time, 'ends_at', booking.end_time,
          'time_zone', booking.time_zone, 'has_extras', booking.extras <> '[]')
      into host, details
      from public.spaces where id = booking.space_id;
      is_guest := booking.user_id = p_user_id;
      if not coalesce(is_guest or host = p_user_id, false) or not exists (
        select from public.booking_payments(booking.id) as paid
        where paid.status = 'paid' and paid.total_minor > 0
      ) then
        raise exception using errcode = 'PT404', detail = 'booking_not_found',
          message = 'Booking not found';
      end if;
      -- Concurrent calls for the same booking wait here, so that each document is issued once.
      perform from public.payments where booking_id = booking.id for update;

      for payment in
        select * from public.booking_payments(booking.id) as paid
        where paid.status = 'paid' order by paid.paid_at, paid.id
      loop
        for part in
          select * from (values
            ('rental', host::text, payment.rental_minor, booking.user_id),
            ('platform_fee', 'platform', payment.platform_fee_minor, booking.user_id),
            ('commission', 'platform', payment.host_commission_minor, host)
          ) as parts (subject, seller, minor, buyer)
        loop
          draft := null;
          draft.kind := 'invoice';
          draft.subject := part.subject;
          draft.seller := part.seller;
          draft.booking_id := booking.id;
          draft.payment_id := payment.id;
          draft.currency := payment.currency;
          draft.total_minor := part.minor;
          draft.details := details;
          draft.parties := jsonb_build_object('buyer', public.billing_party(part.buyer));
          if part.subject = 'rental' then
            draft.parties := draft.parties
              || jsonb_build_object('seller', public.billing_party(host));
            select vat_percentage into draft.vat_percentage
            from public.billing_details where user_id = host;
          end if;
          perform public.issue_document(draft);

          select * into invoice from public.documents
          where payment_id = payment.id and subject = part.subject and kind = 'invoice';
          continue when invoice.id is null;
          for refund in
            select * from public.refunds
            where payment_id = payment.id and status in ('succeeded', 'settled')
            order by created_at, id
          loop
            draft := invoice;
            draft.kind := 'credit_note';
            draft.refund_id := refund.id;
            draft.corrects_id := invoice.id;
            draft.total_minor := least(
              case part.subject
                when 'rental' then refund.amount_minor - round(
                  refund.amount_minor::numeric * payment.platform_fee_minor / payment.total_minor)
                else round(refund.amount_minor::numeric * part.minor / payment.total_minor)
              end,
              invoice.total_minor - coalesce((
                select sum(earlier.total_minor) from public.documents as earlier
                where earlier.corrects_id = invoice.id), 0));
            perform public.issue_document(draft);
          end loop;
        end loop;
      end loop;

      return query
        select documents.* from public.documents
        where documents.booking_id = booking.id
          and documents.subject in (
            'rental', case when is_guest then 'platform_fee' else 'commission' end)
        order by documents.subject <> 'rental', documents.issued_at, documents.number;
    end
  $$;

revoke execute on function
  public.refuse_document_change, public.billing_party, public.issue_document,
  public.issue_documents
from public, anon, authenticated;
grant execute on function public.issue_documents to service_role;
