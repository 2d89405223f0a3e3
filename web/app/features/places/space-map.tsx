import { Suspense, type ReactNode } from 'react'
import { lazy } from '#web/lib/lazy.ts'
import { useIsNear } from '#web/lib/use-is-near.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** `latitude` and `longitude` are in degrees (WGS 84). */
export type Coordinates = { latitude: number; longitude: number }

const LocationMap = lazy(() => import('./location-map.tsx'))

/** Radius in meters of the circle on the map. Public coordinates are shifted by up to 400 m. */
const circleRadius = 400

const frame = 'overflow-hidden rounded-card border border-line bg-map-land'

/** Map with a circle around a space's public coordinates. Without coordinates, shows only text. */
export function SpaceMap(props: {
  point: { latitude: number | null; longitude: number | null }
  place: string
  neighborhood?: string
}) {
  const { point, place, neighborhood } = props
  const { latitude, longitude } = point
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-soft">
        <span className="font-semibold text-ink">
          {[neighborhood, place].filter(Boolean).join(', ')}
        </span>
        {'. The exact address is shown after booking.'}
      </p>
      {latitude !== null && longitude !== null && (
        <WhenVisible className={cx(frame, 'h-72 sm:h-88')}>
          <Suspense fallback={<Skeleton className="size-full" />}>
            <LocationMap
              label={`Map of the area around the space in ${place}`}
              point={{ latitude, longitude }}
              radius={circleRadius}
            />
          </Suspense>
        </WhenVisible>
      )}
    </div>
  )
}

/** Map with a pin at a point. The default map style has no streets. */
export function PlaceMap({ point, label }: { point: Coordinates; label: string }) {
  return (
    <WhenVisible className={cx(frame, 'h-44')}>
      <Suspense fallback={<Skeleton className="size-full" />}>
        <LocationMap label={label} point={point} />
      </Suspense>
    </WhenVisible>
  )
}

/** Renders `children` once the box is visible. Until then, the box is empty. */
function WhenVisible({ children, className }: { children: ReactNode; className: string }) {
  // Uses no margin, because starting a map that is still out of view would delay taps on the weekly
  // grid above it.
  const { ref, isNear } = useIsNear('0px')
  return (
    <div ref={ref} className={className}>
      {isNear && children}
    </div>
  )
}
