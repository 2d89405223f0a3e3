import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import {
  Button,
  Text,
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'
import { iconButtonStyles } from './icon-button.tsx'
import type { Toast } from './toast.tsx'

const icons = { success: CircleCheck, error: CircleAlert, info: Info }
const colors = { success: 'text-success', error: 'text-danger', info: 'text-notice' }

/** Display time in milliseconds. React Aria pauses it while the toast is hovered or focused. */
const visibleMs = 6_000

const toastQueue = new ToastQueue<Toast>({ maxVisibleToasts: 3 })

export function addToast(toast: Toast): void {
  for (const { key, content } of toastQueue.visibleToasts)
    if (toast.topic && content.topic === toast.topic) toastQueue.close(key)
  toastQueue.add(toast, { timeout: visibleMs })
}

export default function Region() {
  return (
    <ToastRegion
      queue={toastQueue}
      aria-label="Messages"
      className="fixed inset-x-4 max-[20rem]:inset-x-2 top-2 z-60 flex flex-col items-center gap-2 outline-none sm:inset-x-auto sm:top-auto sm:right-6 sm:bottom-6 sm:items-end"
    >
      {({ toast }) => {
        const { title, description, tone = 'info', action } = toast.content
        const Icon = icons[tone]
        return (
          <AriaToast
            toast={toast}
            className="flex w-full items-center gap-3 rounded-card border border-line bg-raised py-2 pr-1.5 pl-4 shadow-floating max-[20rem]:flex-wrap max-[20rem]:justify-end max-[20rem]:gap-y-0 sm:w-90"
          >
            <Icon aria-hidden className={`size-5 shrink-0 max-[20rem]:hidden ${colors[tone]}`} />
            <ToastContent className="flex min-w-0 grow flex-col py-1 max-[20rem]:basis-full">
              <Text slot="title" className="font-semibold">
                {title}
              </Text>
              {description && (
                <Text slot="description" className="text-sm text-ink-soft">
                  {description}
                </Text>
              )}
            </ToastContent>
            {action && (
              <Button
                onPress={() => {
                  toastQueue.close(toast.key)
                  action.onPress()
                }}
                className="min-h-11 shrink-0 rounded-control px-2 font-semibold text-accent-ink hover:underline"
              >
                {action.label}
              </Button>
            )}
            <Button slot="close" aria-label="Dismiss" className={iconButtonStyles}>
              <X aria-hidden className="size-5" />
            </Button>
          </AriaToast>
        )
      }}
    </ToastRegion>
  )
}
