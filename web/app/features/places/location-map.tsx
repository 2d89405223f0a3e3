import { MapPin } from 'lucide-react'
import { useMemo } from 'react'
import { carriedEnvironment } from '#web/data/environment.ts'
import { Map, MapCircle, MapMarker } from '#web/ui/map/map.tsx'
import type { Coordinates } from './space-map.tsx'

export default function LocationMap(props: { label: string; point: Coordinates; radius?: number }) {
  const { label, point, radius } = props
  const { latitude, longitude } = point
  const view = useMemo(
    () => ({ center: { latitude, longitude }, zoom: radius ? 13 : 14.5 }),
    [latitude, longitude, radius],
  )
  return (
    <Map
      label={label}
      view={view}
      styleUrl={carriedEnvironment()?.map?.styleUrl}
      isEmbedded
      className="size-full"
    >
      {radius ? (
        <MapCircle center={point} radius={radius} />
      ) : (
        <MapMarker point={point} anchor="bottom">
          <MapPin aria-hidden className="size-10 fill-accent text-on-accent drop-shadow" />
        </MapMarker>
      )}
    </Map>
  )
}
