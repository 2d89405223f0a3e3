import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { Suspense, useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { FavoriteList } from '#web/data/favorites.ts'
import { favoritesKey } from '#web/data/query-client.ts'
import { useSession } from '#web/features/account/session.tsx'
import { useSignIn } from '#web/features/account/sign-in.tsx'
import { lazy } from '#web/lib/lazy.ts'
import { useBrowserValue } from '#web/lib/use-browser-value.ts'
import { buttonStyles } from '#web/ui/button-styles.ts'
import { cx } from '#web/ui/cx.ts'

const loadActions = () => import('./favorite-actions.ts')
const ChooseLists = lazy(() => import('./choose-lists.tsx'))

const wishKey = 'hourspace-wish'

/** Stores the space that a visitor wants to save, because the sign-in may leave the page. */
function keepWish(spaceId: string | null): void {
  try {
    if (spaceId) sessionStorage.setItem(wishKey, spaceId)
    else sessionStorage.removeItem(wishKey)
  } catch {
    // Without sessionStorage, the visitor has to press the heart again after the sign-in.
  }
}

function wish(): string | null {
  try {
    return sessionStorage.getItem(wishKey)
  } catch {
    return null
  }
}

type FavoriteButtonProps = {
  spaceId: string
  title: string
  /**
   * `isLabelled` shows a text beside the heart, except on phones. It is not meant for buttons on
   * pictures.
   */
  isLabelled?: boolean
  className?: string
}

/** Button that saves or removes a favorite. Loads the code for changes only after sign-in. */
export function FavoriteButton(props: FavoriteButtonProps) {
  const { spaceId, title, isLabelled, className } = props
  const { status, user } = useSession()
  const signIn = useSignIn()
  const queryClient = useQueryClient()
  const isSaved = useIsSaved(queryClient, user?.id, spaceId)
  const [awaited, setAwaited] = useState<'save' | 'remove'>()
  const [isChoosing, setChoosing] = useState(false)
  const userId = user?.id

  useEffect(() => {
    if (!userId) return
    loadActions()
      .then(({ prepareFavorites }) => {
        if (wish() === spaceId) setAwaited('save')
        return prepareFavorites(queryClient, userId)
      })
      // If the lists fail to load, the heart stays empty. Pressing the heart then shows the error.
      .catch(() => {})
  }, [queryClient, userId, spaceId])

  const act = useEffectEvent((action: 'save' | 'remove') => {
    const forget = () => {
      keepWish(null)
      setAwaited(undefined)
    }
    // After the sign-in, the effect below calls `act` again with the user.
    if (!userId) {
      keepWish(spaceId)
      signIn({ purpose: 'to save spaces', onDismiss: forget })
      return
    }
    const onChangeList = () => setChoosing(true)
    void loadActions()
      .then(({ changeFavorite }) =>
        changeFavorite(queryClient, { userId, spaceId, action, onChangeList }),
      )
      .finally(forget)
  })
  useEffect(() => {
    // If the heart was pressed during the session check, handles the press after the check.
    if (awaited && status !== 'checking') act(awaited)
  }, [awaited, status])

  return (
    <>
      <button
        type="button"
        aria-label={`Save ${title}`}
        aria-pressed={isSaved}
        onClick={() => setAwaited(isSaved ? 'remove' : 'save')}
        className={cx(
          'favorite',
          isLabelled ? buttonStyles({ variant: 'secondary', size: 'small' }) : 'floating',
          className,
        )}
      >
        <Heart aria-hidden className={isLabelled ? 'size-4' : 'size-5'} />
        {isLabelled && <span className="max-sm:sr-only">{isSaved ? 'Saved' : 'Save'}</span>}
      </button>
      {isChoosing && userId && (
        <Suspense>
          <ChooseLists
            userId={userId}
            spaceId={spaceId}
            title={title}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/**
 * Returns whether a cached list contains the space. Does not use a query observer, because the code
 * of query observers would then load on every page.
 */
function useIsSaved(queryClient: QueryClient, userId: string | undefined, spaceId: string) {
  const subscribe = useCallback(
    (listener: () => void) => queryClient.getQueryCache().subscribe(listener),
    [queryClient],
  )
  return useBrowserValue(
    () =>
      queryClient
        .getQueryData<FavoriteList[]>(favoritesKey(userId))
        ?.some(({ space_ids }) => space_ids.includes(spaceId)) ?? false,
    false,
    subscribe,
  )
}
