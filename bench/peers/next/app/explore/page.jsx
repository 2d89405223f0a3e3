import Link from 'next/link'

export const dynamic = 'force-dynamic'

/** The 24 newest spaces, read from the same data API as the Explore page of Hourspace. */
export default async function Explore() {
  const { API_URL, ANON_KEY } = process.env
  const response = await fetch(`${API_URL}/rest/v1/rpc/search_spaces?filter=%7B%7D&page_size=24`, {
    headers: { apikey: ANON_KEY },
    cache: 'no-store',
  })
  const { spaces } = await response.json()
  return (
    <main>
      <h1>Explore Spaces</h1>
      <ul>
        {spaces.map((space) => (
          <Card key={space.id} space={space} />
        ))}
      </ul>
    </main>
  )
}

function Card({ space }) {
  const price = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: space.currency,
    maximumFractionDigits: 0,
  }).format(space.price)
  return (
    <li className="card">
      <Link href={`/space/${space.slug ?? space.id}`}>
        <img src={space.images[0]} alt="" width={400} height={300} loading="lazy" />
        <h3>{space.title}</h3>
        <p>
          {space.location}, {space.country}
        </p>
        <p>
          {price}/hr · {space.rating} ({space.reviewCount})
        </p>
        <ul>
          {space.amenities.slice(0, 3).map((amenity) => (
            <li key={amenity}>{amenity}</li>
          ))}
        </ul>
        <span>{space.available ? 'Available' : 'Unavailable'}</span>
      </Link>
    </li>
  )
}
