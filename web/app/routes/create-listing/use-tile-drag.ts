import { useState, type DragEvent } from 'react'

/** What a dragged tile carries; nothing else that is dragged over a tile is taken. */
const tileType = 'text/x-hourspace-photo'

/**
 * Lets a tile be dragged onto another by a mouse: for who presses or types there are the arrows.
 * `onDropped` is told the id of the tile that was let go over this one.
 */
export function useTileDrag(id: string, draggable: boolean, onDropped: (id: string) => void) {
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
