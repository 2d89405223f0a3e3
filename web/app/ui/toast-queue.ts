import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components'
import type { Toast } from './toast.tsx'

/** What waits to be said. Fetched with the first toast, see toast.tsx. */
export const toastQueue = new ToastQueue<Toast>({ maxVisibleToasts: 3 })
