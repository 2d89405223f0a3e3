import { MapPin } from 'lucide-react'
import { useMemo } from 'react'
import { carriedEnvironment } from '#web/data/environment.ts'
import { Map, MapCircle, MapMarker } from '#web/ui/map/map.tsx'
import type { Coordinates } from './space-map.tsx'

export default function LocationMap(props: { label: string; point: Coordinates; radius?: number }) {
  const { label, point, radius } = props
  const { latitude, longitude } = point
  const styleUrl = carriedEnvironment()?.map?.styleUrl
  // The default style has no streets, so a place is shown from farther away.
  const view = useMemo(
    () => ({ center: { latitude, longitude }, zoom: radius ? 13 : styleUrl ? 14.5 : 10 }),
    [latitude, longitude, radius, styleUrl],
  )
  return (
    <Map label={label} view={view} styleUrl={styleUrl} isEmbedded className="size-full">
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
