import { expect, test } from 'vitest'
import { posts } from '#web/content/blog/posts.server.ts'
import { feedOf } from './feed.ts'
import { postsIn } from './post-views.server.ts'

test('the RSS feed lists every article once with an absolute URL and a date', () => {
  const feed = feedOf(postsIn(null), 'https://hourspace.example')
  expect(feed.match(/<item>/g)).toHaveLength(posts.length)
  expect(feed).toContain('<link>https://hourspace.example/blog/no-double-bookings</link>')
  expect(feed).toContain('<pubDate>Thu, 10 Sep 2026 12:00:00 GMT</pubDate>')
})

test('the RSS feed escapes special characters in titles', () => {
  const [post] = postsIn(null)
  const feed = feedOf([{ ...post!, title: 'Tea & <b>' }], 'https://hourspace.example')
  expect(feed).toContain('<title>Tea &amp; &lt;b&gt;</title>')
})
