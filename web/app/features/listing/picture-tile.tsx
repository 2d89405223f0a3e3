import { ArrowLeft, ArrowRight, type LucideIcon, RotateCw, X } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { maximumCaptionLength } from '@hourspace/domain/listing.ts'
import { cx } from '#web/ui/cx.ts'
import type { Picture, Pictures } from './use-pictures.ts'

const overImage =
  'inline-flex size-9 items-center justify-center rounded-full bg-surface/90 text-ink shadow-raised hover:bg-surface aria-disabled:opacity-40 pointer-coarse:size-11'

function TileButton(props: {
  icon: LucideIcon
  label: string
  onPress: () => void
  isDisabled?: boolean
}) {
  const { icon: Icon, label, onPress, isDisabled } = props
  return (
    <button
      type="button"
      aria-label={label}
      // Uses `aria-disabled`, because `disabled` would move the focus off the button.
      aria-disabled={isDisabled}
      onClick={isDisabled ? undefined : onPress}
      className={overImage}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  )
}

/** When a tile is removed, moves the focus to the next or previous tile, or to the Add button. */
function focusBeside(tile: Element | null): void {
  const beside =
    tile?.nextElementSibling ??
    tile?.previousElementSibling ??
    tile?.parentElement?.nextElementSibling
  beside?.querySelector('button')?.focus()
}

export function PictureTile(props: {
  picture: Picture
  place: number
  count: number
  actions: Pick<Pictures, 'retry' | 'remove' | 'move' | 'describe'>
}) {
  const { picture, place, count, actions } = props
  const { id, error, url, progress, caption } = picture
  const name = `photo ${place}`
  const tile = useRef<HTMLLIElement>(null)
  const { isAimedAt, ...drag } = useTileDrag(id, count > 1, (other) =>
    actions.move(other, place - 1),
  )
  const remove = () => {
    focusBeside(tile.current)
    actions.remove(id)
  }
  return (
    <li
      ref={tile}
      aria-label={place === 1 ? 'Photo 1, the cover' : `Photo ${place}`}
      className={cx(
        'flex flex-col overflow-hidden rounded-card border bg-sunken',
        'has-[textarea:focus]:outline-2 has-[textarea:focus]:outline-focus',
        isAimedAt ? 'border-accent outline-2 outline-accent' : 'border-line',
      )}
    >
      <div {...drag} className={cx('relative', count > 1 && 'pointer-fine:cursor-grab')}>
        <img
          src={picture.preview}
          alt=""
          width={240}
          height={180}
          // Disables native dragging of the image, because dropping the image would add it as a new
          // file.
          draggable={false}
          className={cx('aspect-4/3 w-full object-cover', !url && 'opacity-60')}
        />
        {place === 1 && (
          <span className="absolute top-2 left-2 rounded-full bg-accent px-2.5 py-0.5 text-xs font-semibold text-on-accent">
            Cover
          </span>
        )}
        <div className="absolute top-1.5 right-1.5">
          <TileButton icon={X} label={`Remove ${name}`} onPress={remove} />
        </div>
        <div className="absolute inset-x-1.5 bottom-1.5 flex items-center justify-between gap-1">
          {count > 1 ? (
            <>
              <TileButton
                icon={ArrowLeft}
                label={`Move ${name} forward`}
                onPress={() => actions.move(id, place - 2)}
                isDisabled={place === 1}
              />
              <TileButton
                icon={ArrowRight}
                label={`Move ${name} back`}
                onPress={() => actions.move(id, place)}
                isDisabled={place === count}
              />
            </>
          ) : null}
        </div>
        {!url && !error && (
          <progress
            aria-label={`Uploading ${picture.name}`}
            value={progress}
            className="absolute inset-x-3 top-1/2 h-1.5 w-[calc(100%-1.5rem)] appearance-none overflow-hidden rounded-full bg-surface accent-accent [&::-webkit-progress-bar]:bg-surface [&::-webkit-progress-value]:bg-accent"
          />
        )}
        {error && (
          <div className="absolute inset-0 flex flex-col items-center justify-center gap-2 bg-scrim p-3 text-center">
            <p className="rounded-small bg-danger-soft px-2 py-1 text-xs font-medium text-danger-ink">
              {error}
            </p>
            <div className="flex gap-2">
              <TileButton
                icon={RotateCw}
                label={`Retry ${name}`}
                onPress={() => actions.retry(id)}
              />
              <TileButton icon={X} label={`Remove ${name}`} onPress={remove} />
            </div>
          </div>
        )}
      </div>
      <textarea
        aria-label={`Caption of ${name}`}
        placeholder="Caption: what it shows"
        value={caption}
        rows={2}
        maxLength={maximumCaptionLength}
        dir="auto"
        onChange={({ currentTarget }) =>
          actions.describe(id, currentTarget.value.replaceAll('\n', ' '))
        }
        className="grow resize-none field-sizing-content border-t border-line bg-surface px-3 py-2 text-sm outline-none placeholder:text-ink-faint pointer-coarse:text-base"
      />
    </li>
  )
}

/** Drag-and-drop data type of a picture tile. A tile ignores drags of other types. */
const tileType = 'text/x-hourspace-photo'

/** Reorders tiles by dragging. `onDropped` receives the id of the tile dropped on this tile. */
function useTileDrag(id: string, draggable: boolean, onDropped: (id: string) => void) {
  const [isAimedAt, setAimedAt] = useState(false)
  const isTile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(tileType)
  return {
    isAimedAt,
    draggable,
    onDragStart({ dataTransfer }: DragEvent) {
      dataTransfer.setData(tileType, id)
      dataTransfer.effectAllowed = 'move'
    },
    onDragOver(event: DragEvent) {
      if (!isTile(event)) return
      event.preventDefault()
      setAimedAt(true)
    },
    onDragLeave: () => setAimedAt(false),
    onDrop(event: DragEvent) {
      if (!isTile(event)) return
      event.preventDefault()
      setAimedAt(false)
      onDropped(event.dataTransfer.getData(tileType))
    },
  }
}
