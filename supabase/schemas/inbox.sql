
create table public.inbox_answers (
  id uuid primary key default gen_random_uuid(),
  message_id uuid references public.contact_messages (id) on delete cascade,
  application_id uuid references public.job_applications (id) on delete cascade,
  admin_id uuid not null references public.profiles (id),
  body text not null,
  created_at timestamptz not null default now(),

  constraint inbox_answers_of_one_item check (num_nonnulls(message_id, application_id) = 1),
  constraint inbox_answers_body_length check (char_length(body) between 1 and 5000)
);

create index inbox_answers_message_id_idx on public.inbox_answers (message_id);
create index inbox_answers_application_id_idx on public.inbox_answers (application_id);
create index inbox_answers_admin_id_idx on public.inbox_answers (admin_id);

alter table public.inbox_answers enable row level security;

create policy "admins read answers" on public.inbox_answers
  for select to authenticated using ((select public.is_admin()));

revoke all on public.inbox_answers from anon, authenticated;
grant select on public.inbox_answers to authenticated;

-- The admins' inbox: contact messages, and job applications with an uploaded resume. kind: message
-- | application.
create view public.inbox_items with (security_invoker) as
  select id, 'message' as kind, name, email, subject as topic, message as body, state, created_at
  from public.contact_messages
  union all
  select id, 'application', name, email, position, letter, state, created_at
  from public.job_applications where status = 'received';

revoke all on public.inbox_items from anon, authenticated;
grant select on public.inbox_items to authenticated;

-- Stores an answer to an inbox item and emails it to the sender. Raises bad_answer or
-- item_not_found.
create function public.answer_inbox_item(p_item_id uuid, p_body text) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      item public.inbox_items;
      answer_id constant uuid := gen_random_uuid();
      answer constant text := trim(coalesce(p_body, ''));
    begin
      perform public.require_aal();
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      if char_length(answer) not between 1 and 5000 then
        raise exception using errcode = 'PT400', detail = 'bad_answer',
          message = 'Please write an answer of at most 5,000 characters';
      end if;
      item := public.set_inbox_state(p_item_id, 'answered');
      perform public.queue_mail(
        'inbox-answer', item.email,
        jsonb_build_object('kind', item.kind, 'name', item.name, 'answer', answer,
          'quote', item.body, 'sent_at', item.created_at),
        'inbox-answer:' || answer_id);
      insert into public.inbox_answers (id, message_id, application_id, admin_id, body)
      values (answer_id, case item.kind when 'message' then item.id end,
        case item.kind when 'application' then item.id end, (select auth.uid()), answer);
      perform public.record_admin_action('inbox.answer', item.kind, item.id::text, '',
        jsonb_build_object('answer_id', answer_id));
    end
  $$;

-- Closes or reopens an inbox item, without an email to the sender. Raises item_not_found.
create function public.close_inbox_item(p_item_id uuid, p_is_closed boolean) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      item public.inbox_items;
    begin
      perform public.require_aal();
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      item := public.set_inbox_state(p_item_id, case
        when p_is_closed then 'closed'
        when exists (
          select from public.inbox_answers where p_item_id in (message_id, application_id))
          then 'answered'
        else 'new' end);
      perform public.record_admin_action(
        case when p_is_closed then 'inbox.close' else 'inbox.reopen' end, item.kind, item.id::text);
    end
  $$;

create function public.set_inbox_state(p_item_id uuid, p_state text) returns public.inbox_items
  language plpgsql set search_path = '' as $$
    declare
      item public.inbox_items;
    begin
      update public.contact_messages set state = p_state where id = p_item_id;
      if not found then
        update public.job_applications set state = p_state
        where id = p_item_id and status = 'received';
      end if;
      if not found then
        raise exception using errcode = 'PT404', detail = 'item_not_found',
          message = 'This message no longer exists';
      end if;
      select * into item from public.inbox_items where id = p_item_id;
      return item;
    end
  $$;

revoke execute on function
  public.answer_inbox_item, public.close_inbox_item, public.set_inbox_state
from public, anon, authenticated;
grant execute on function public.answer_inbox_item, public.close_inbox_item to authenticated;
