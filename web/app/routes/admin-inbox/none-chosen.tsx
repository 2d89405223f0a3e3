import { Mail } from 'lucide-react'

export default function NoneChosen() {
  return (
    <div className="flex h-full min-h-80 flex-col items-center justify-center gap-3 rounded-card border border-dashed border-line p-6 text-center text-ink-soft">
      <Mail aria-hidden className="size-8 text-accent-ink" />
      <p>Choose a message to read and answer it.</p>
    </div>
  )
}
