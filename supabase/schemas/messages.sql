-- Messages between guests and hosts. Clients write messages only through functions of
-- `message_steps.sql`.

create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  -- `space_id` is null after the host has deleted the space.
  space_id uuid references public.spaces (id) on delete set null,
  guest_id uuid not null references public.profiles (id),
  host_id uuid not null references public.profiles (id),
  created_at timestamptz not null default now(),
  last_message_at timestamptz,
  last_author_id uuid references public.profiles (id),
  guest_read_at timestamptz,
  host_read_at timestamptz,
  guest_notified_at timestamptz,
  host_notified_at timestamptz,
  -- Times of the guest's first message and of the host's first answer. Null if the host wrote
  -- first.
  asked_at timestamptz,
  answered_at timestamptz,
  -- The host has marked the guest's messages up to this time as needing no reply.
  no_reply_until timestamptz,
  -- Time at which an admin closed the conversation, which makes it read-only.
  closed_at timestamptz,

  constraint conversations_space_and_guest_key unique (space_id, guest_id),
  constraint conversations_between_two_users check (guest_id <> host_id)
);

create index conversations_of_guest_idx on public.conversations (guest_id, last_message_at desc);
create index conversations_of_host_idx on public.conversations (host_id, last_message_at desc);
create index conversations_asked_idx on public.conversations (host_id, asked_at)
  where (asked_at is not null);
create index conversations_last_message_idx on public.conversations (last_message_at)
  where (last_message_at is not null);

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  author_id uuid not null references public.profiles (id),
  -- `body` is empty if the message has only attachments, or after the author's account was deleted.
  body text not null default '',
  -- Files of the message in the buckets message-images and message-files:
  -- [{bucket, path, name, mime_type, size}].
  attachments jsonb not null default '[]',
  created_at timestamptz not null,

  constraint messages_body_length check (char_length(body) <= 4000),
  constraint messages_at_most_6_attachments
    check (jsonb_typeof(attachments) = 'array' and jsonb_array_length(attachments) <= 6)
);

create index messages_of_conversation_idx on public.messages (conversation_id, created_at desc);
create index messages_author_id_idx on public.messages (author_id);

-- Reports of conversations. An admin can read a conversation only if it was reported.
create table public.conversation_reports (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  -- `user_id` is null after the reporter's account was deleted.
  user_id uuid references public.profiles (id) on delete set null,
  reason text not null,
  details text not null default '',
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  constraint conversation_reports_reason_known
    check (reason in ('spam', 'outside_payment', 'harassment', 'scam', 'other')),
  constraint conversation_reports_details_length check (char_length(details) <= 2000)
);

create index conversation_reports_open_idx on public.conversation_reports (created_at)
  where (resolved_at is null);
create index conversation_reports_conversation_id_idx
  on public.conversation_reports (conversation_id);
create unique index conversation_reports_once_while_open_idx
  on public.conversation_reports (conversation_id, user_id)
  where (resolved_at is null);

-- Log of admins' decisions about reported conversations.
create table public.conversation_decisions (
  id bigint generated always as identity primary key,
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  actor_id uuid not null references public.profiles (id),
  action text not null,
  note text not null,
  created_at timestamptz not null default now(),
  constraint conversation_decisions_action_known check (action in ('dismissed', 'closed', 'reopened')),
  constraint conversation_decisions_note_length
    check (trim(note) <> '' and char_length(note) <= 2000)
);

create index conversation_decisions_newest_idx
  on public.conversation_decisions (created_at desc, id desc);
create index conversation_decisions_conversation_id_idx
  on public.conversation_decisions (conversation_id);

-- While one user blocks another, neither can write to the other, in any conversation, and neither
-- can book the other's spaces.
create table public.user_blocks (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  blocked_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, blocked_id),
  constraint user_blocks_of_others check (user_id <> blocked_id)
);

create index user_blocks_blocked_id_idx on public.user_blocks (blocked_id);

create table public.quick_replies (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  title text not null,
  body text not null,
  created_at timestamptz not null default now(),
  constraint quick_replies_title_length check (trim(title) <> '' and char_length(title) <= 60),
  constraint quick_replies_body_length check (trim(body) <> '' and char_length(body) <= 2000)
);

create index quick_replies_user_id_idx on public.quick_replies (user_id, created_at);

alter table public.conversations enable row level security;
alter table public.messages enable row level security;
alter table public.conversation_reports enable row level security;
alter table public.conversation_decisions enable row level security;
alter table public.user_blocks enable row level security;
alter table public.quick_replies enable row level security;

create policy "guests and hosts see their conversations" on public.conversations
  for select to authenticated
  using (guest_id = (select auth.uid()) or host_id = (select auth.uid()));
create policy "admins see reported conversations" on public.conversations
  for select to authenticated using (
    (select public.is_admin()) and exists (
      select from public.conversation_reports where conversation_id = conversations.id
    )
  );
create policy "users with a second factor need it to see conversations" on public.conversations
  as restrictive for select to authenticated using ((select public.has_required_aal()));

create policy "admins read reports of conversations" on public.conversation_reports
  for select to authenticated using ((select public.is_admin()));
create policy "admins read decisions about conversations" on public.conversation_decisions
  for select to authenticated using ((select public.is_admin()));

create policy "users see whom they blocked" on public.user_blocks
  for select to authenticated using (user_id = (select auth.uid()));
create policy "users block other users" on public.user_blocks
  for insert to authenticated with check (user_id = (select auth.uid()) and exists (
    select from public.conversations
    where conversations.guest_id = user_blocks.blocked_id
      or conversations.host_id = user_blocks.blocked_id));
create policy "users remove their blocks" on public.user_blocks
  for delete to authenticated using (user_id = (select auth.uid()));
create policy "users with a second factor need it to block" on public.user_blocks
  as restrictive for insert to authenticated with check ((select public.has_required_aal()));
create policy "users with a second factor need it to unblock" on public.user_blocks
  as restrictive for delete to authenticated using ((select public.has_required_aal()));

create policy "users read their quick replies" on public.quick_replies
  for select to authenticated using (user_id = (select auth.uid()));
create policy "users add quick replies" on public.quick_replies
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "users change their quick replies" on public.quick_replies
  for update to authenticated using (user_id = (select auth.uid())) with check (true);
create policy "users delete their quick replies" on public.quick_replies
  for delete to authenticated using (user_id = (select auth.uid()));
create policy "users with a second factor need it to add quick replies" on public.quick_replies
  as restrictive for insert to authenticated with check ((select public.has_required_aal()));
create policy "users with a second factor need it to change quick replies" on public.quick_replies
  as restrictive for update to authenticated
  using (true) with check ((select public.has_required_aal()));
create policy "users with a second factor need it to delete quick replies" on public.quick_replies
  as restrictive for delete to authenticated using ((select public.has_required_aal()));

-- Clients read messages through `messages_of`, which masks contact data.
revoke all on
  public.conversations, public.messages, public.conversation_reports,
  public.conversation_decisions, public.user_blocks, public.quick_replies
from anon, authenticated;
grant select (id, space_id, guest_id, host_id, created_at, last_message_at, last_author_id,
  guest_read_at, host_read_at, closed_at) on public.conversations to authenticated;
grant select on public.conversation_reports, public.conversation_decisions to authenticated;
grant select, insert (user_id, blocked_id), delete on public.user_blocks to authenticated;
grant select, insert (user_id, title, body), update (title, body), delete
on public.quick_replies to authenticated;

-- Clients subscribe to conversations instead of messages, because each new or read message updates
-- the row of its conversation.
alter publication supabase_realtime add table public.conversations;

create trigger refuse_inactive_account
  before insert on public.quick_replies
  for each row execute function public.refuse_inactive_account();

create function public.limit_quick_replies() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      if (select count(*) from public.quick_replies where user_id = new.user_id) >= 30 then
        raise exception using errcode = 'PT409', detail = 'too_many_quick_replies',
          message = 'You can save 30 quick replies. Please delete one first';
      end if;
      return new;
    end
  $$;

create trigger limit_quick_replies
  before insert on public.quick_replies
  for each row execute function public.limit_quick_replies();

create function public.mail_conversation_report() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      perform public.queue_mail(
        'conversation-reported', 'company',
        jsonb_build_object(
          'space_title', coalesce((
            select spaces.title from public.spaces
            join public.conversations on conversations.space_id = spaces.id
            where conversations.id = new.conversation_id), 'A deleted space'),
          'reporter', coalesce(
            (select full_name from public.profiles where id = new.user_id), 'A user'),
          'reason', new.reason, 'details', new.details),
        'conversation-reported:' || new.id);
      return null;
    end
  $$;

create trigger mail_conversation_report
  after insert on public.conversation_reports
  for each row execute function public.mail_conversation_report();

revoke execute on function public.limit_quick_replies, public.mail_conversation_report
from public, anon, authenticated;
