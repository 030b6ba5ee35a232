import { buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './stage.ts'
import { isThorough } from './thorough.ts'

const tabs = 4
const lifeSeconds = 5
const minutes = Number(process.env.REFRESH_MINUTES || (isThorough ? 0.5 : 0.2))

/** Access tokens of one user live for five seconds, and every rotation is counted. */
const shortLives = (userId: string) => [
  'create table rotations (session_id uuid not null, at timestamptz not null default now())',
  `create function shorten_life() returns trigger language plpgsql security definer set search_path = public as $$
   begin
     if new.user_id <> '${userId}' then return new; end if;
     new.access_expires_at := least(new.access_expires_at, now() + interval '${lifeSeconds} seconds');
     if tg_op = 'UPDATE' and new.refresh_hash <> old.refresh_hash then
       insert into rotations (session_id) values (new.id);
     end if;
     return new;
   end $$`,
  'create trigger shorten_life before insert or update on sessions for each row execute function shorten_life()',
]
const longLives = ['drop trigger shorten_life on sessions', 'drop function shorten_life', 'drop table rotations']

test('four tabs share one refresh per expiry and stay signed in', async ({ page, context, stage }) => {
  test.setTimeout(minutes * 60_000 + 120_000)
  const [platform] = await stage.sql('select id from companies where platform')
  const user = await buildUser(stage, {
    companyId: String(platform?.id),
    permissions: ['sysBases:list'],
    menus: ['settings', 'sys.bases'],
  })
  for (const text of shortLives(user.id)) await stage.sql(text)
  try {
    let refreshes = 0
    context.on('request', (request) => {
      if (request.url().includes('/refreshToken/')) refreshes += 1
    })
    await signIn(page, user)
    const others = await Promise.all(Array.from({ length: tabs - 1 }, () => context.newPage()))
    const pages = [page, ...others]
    await Promise.all(pages.map((tab) => tab.goto('/console/web/sys/bases?topic=all')))
    const end = Date.now() + minutes * 60_000
    let clicks = 0
    const work = async (tab: Page, at: number) => {
      while (Date.now() < end) {
        const answered = tab.waitForResponse((response) => response.url().includes('/api/sys/bases/v1'))
        await tab.getByRole('button', { name: '刷新', exact: true }).click()
        await answered
        clicks += 1
        await tab.waitForTimeout(300 + at * 130)
      }
    }
    await Promise.all(pages.map(work))
    for (const tab of pages) {
      await expect(tab).toHaveURL(/\/console\/web\/sys\/bases/)
      await expect(tab.getByRole('cell', { name: /^system\.title/ })).toBeVisible()
    }
    const expiries = (minutes * 60) / lifeSeconds
    expect(clicks).toBeGreaterThan(expiries)
    // Every refresh request was a rotation: no tab repeated another's.
    await expect
      .poll(async () => {
        const [counted] = await stage.sql('select count(*)::int as rotations from rotations')
        return refreshes - Number(counted?.rotations)
      })
      .toBe(0)
    expect(refreshes).toBeGreaterThan(expiries / 2)
    expect(refreshes).toBeLessThanOrEqual(expiries + 2)
  } finally {
    for (const text of longLives) await stage.sql(text)
  }
})
