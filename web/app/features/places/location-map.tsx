import { MapPin } from 'lucide-react'
import { useMemo } from 'react'
import { carriedEnvironment } from '#web/data/environment.ts'
import { Map, MapCircle, MapMarker } from '#web/ui/map/map.tsx'
import type { Coordinates } from './space-map.tsx'

export default function LocationMap(props: { label: string; point: Coordinates; radius?: number }) {
  const { label, point, radius } = props
  const { latitude, longitude } = point
  const styleUrl = carriedEnvironment()?.map?.styleUrl
  // The default style has no streets, so the view is wider and includes neighboring cities.
  const zoom = radius ? (styleUrl ? 13 : 11) : styleUrl ? 14.5 : 8
  const view = useMemo(
    () => ({ center: { latitude, longitude }, zoom }),
    [latitude, longitude, zoom],
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
