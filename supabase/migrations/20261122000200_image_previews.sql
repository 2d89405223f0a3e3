-- What stands in the place of a picture until it has arrived: the picture itself, 16 pixels wide.

-- Each is a WebP of the same place in `images`, written into the page as it is; '' when there is none.
-- Nothing else passes, as it becomes part of a style: no quote, no bracket, no other address.
create function public.are_image_previews(previews text[]) returns boolean
  language sql immutable set search_path = ''
  as $$
    select coalesce(bool_and(
      preview is not null
      and char_length(preview) <= 600
      and preview ~ '^(data:image/webp;base64,[A-Za-z0-9+/]+={0,2})?$'
    ), true)
    from unnest(previews) as preview
  $$;

alter table public.spaces
  add column image_previews text[] not null default '{}',
  add constraint spaces_image_previews_of_images
    check (cardinality(image_previews) <= cardinality(images)),
  add constraint spaces_image_previews_sound check (public.are_image_previews(image_previews));

grant insert (image_previews), update (image_previews) on public.spaces to authenticated;

-- Other pictures without previews of their own must not appear as the former ones.
create function public.forget_image_previews() returns trigger
  language plpgsql set search_path = ''
  as $$
    begin
      new.image_previews := '{}';
      return new;
    end
  $$;

create trigger forget_image_previews
  before update of images on public.spaces
  for each row
  when (
    new.images is distinct from old.images
    and new.image_previews is not distinct from old.image_previews
  )
  execute function public.forget_image_previews();
