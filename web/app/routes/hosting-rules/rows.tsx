import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

export function Rows({ children }: { children: ReactNode[] }) {
  if (children.length === 0) return null
  return <ul className="flex flex-col divide-y divide-line">{children}</ul>
}

export function RowError({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <p role="alert" className="col-span-full text-sm font-medium text-danger-ink">
      {children}
    </p>
  )
}

export function AddButton({ children, onPress }: { children: string; onPress: () => void }) {
  return (
    <Button variant="secondary" size="small" className="self-start" onPress={onPress}>
      <Plus aria-hidden className="size-4" />
      {children}
    </Button>
  )
}
