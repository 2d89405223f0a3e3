import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useEnvironment } from '#web/data/use-environment.ts'
import { paths } from '#web/lib/paths.ts'
import { storeText } from '#web/lib/local-storage.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'

/** Storage key of the id of the admin who was asked to set up a second factor. */
const askedKey = 'hourspace-two-step-asked'

function wasAsked(adminId: string): boolean {
  try {
    return [localStorage, sessionStorage].some((store) => store.getItem(askedKey) === adminId)
  } catch {
    return false
  }
}

function storeInTab(adminId: string): void {
  try {
    sessionStorage.setItem(askedKey, adminId)
  } catch {
    // If sessionStorage is blocked, each page load asks again.
  }
}

/**
 * Asks an admin without a second factor to set one up, once per browser tab. In the demo, a
 * browser does not ask again after the admin has skipped the setup.
 */
export default function AdminEnrollment({ adminId }: { adminId: string }) {
  const isDemo = useEnvironment()?.demo
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    if (wasAsked(adminId)) return
    let isCurrent = true
    import('#web/features/account/second-factor.ts')
      .then(({ ownFactors }) => ownFactors())
      .then(
        (factors) => isCurrent && setOpen(factors.length === 0),
        // Ignores a failed request, because the next page load repeats it.
        () => {},
      )
    return () => {
      isCurrent = false
    }
  }, [adminId])

  function close(inAllTabs: boolean) {
    if (inAllTabs) storeText(askedKey, adminId)
    else storeInTab(adminId)
    setOpen(false)
  }

  return (
    <AlertDialog
      title="Protect your admin account"
      isOpen={isOpen}
      confirmLabel="Set up now"
      dismissLabel={isDemo ? 'Skip in the demo' : 'Remind me later'}
      onConfirm={() => {
        close(false)
        void navigate(`${paths.security()}#factors`)
      }}
      onDismiss={() => close(isDemo === true)}
    >
      You can see every booking and payment. With two-step verification, a stolen password alone
      can’t open your account.
    </AlertDialog>
  )
}
