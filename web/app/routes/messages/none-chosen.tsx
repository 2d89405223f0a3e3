import { MessageCircle } from 'lucide-react'

export default function NoneChosen() {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-3 rounded-card border border-dashed border-line p-6 text-center text-ink-soft">
      <MessageCircle aria-hidden className="size-8 text-accent-ink" />
      <p>Choose a conversation to read and answer it.</p>
    </div>
  )
}
