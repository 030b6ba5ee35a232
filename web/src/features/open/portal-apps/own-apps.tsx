import type { PortalApp } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { portalAppsContract } from '@atrium/contract/features/open/portal-apps/portal-apps.contract.ts'
import { useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Select } from '../../../ui/select.tsx'
import { t } from '../../../ui/texts.ts'
import { AppCard } from './app-card.tsx'
import { byLastUse } from './by-last-use.ts'
import { useOpenApp } from './use-open-app.tsx'
import './own-apps.css'

const maxSearch = 64
const views = [
  { value: 'all', label: t('全部') },
  { value: 'favorite', label: t('收藏', { context: 'noun' }) },
  { value: 'recent', label: t('最近使用') },
] as const
type View = (typeof views)[number]['value']
const nothingIn: Record<View, { title: string; hint: string }> = {
  all: { title: t('暂无应用'), hint: t('管理员向您开放应用后，可在此打开。') },
  favorite: { title: t('暂无收藏的应用'), hint: t('点击应用旁的星标即可收藏。') },
  recent: { title: t('暂无最近使用的应用'), hint: t('打开过的应用显示在此。') },
}
const noMatch = { title: t('没有符合条件的应用'), hint: t('请调整筛选条件。') }

const isIn: Record<View, (app: PortalApp) => boolean> = {
  all: () => true,
  favorite: ({ favorite }) => favorite,
  recent: ({ lastTime }) => lastTime !== null,
}

/** Applications that are shown to the user, opened by one press. */
export const OwnApps = () => {
  const read = useRead(portalAppsContract.apps, { query: {} }, { staleTime: 0 })
  const [view, setView] = useState<View>('all')
  const [category, setCategory] = useState('')
  const [search, setSearch] = useState('')
  const [open, question] = useOpenApp()
  return (
    <>
      <ReadState read={read}>
        {(apps) => {
          const categories = [...new Set(apps.map((app) => app.category))].filter(Boolean)
          const inView = apps.filter(isIn[view])
          const found = inView
            .filter((app) => category === '' || app.category === category)
            .filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
          const shown = view === 'recent' ? found.toSorted(byLastUse) : found
          return (
            <>
              <div className="own-apps-tools">
                <Segments label={t('显示')} options={views} value={view} onChange={setView} />
                {categories.length > 0 && (
                  <span className="own-apps-category">
                    <Select<string>
                      aria-label={t('分类')}
                      placeholder={t('全部分类')}
                      clearable
                      options={categories.map((each) => ({ value: each, label: each }))}
                      {...(category !== '' && { value: category })}
                      onChange={(next) => setCategory(next ?? '')}
                    />
                  </span>
                )}
                <SearchInput
                  aria-label={t('搜索应用')}
                  maxLength={maxSearch}
                  placeholder={t('搜索应用')}
                  value={search}
                  onChange={setSearch}
                />
              </div>
              {shown.length === 0 ? (
                <Empty {...(inView.length === 0 ? nothingIn[view] : noMatch)} />
              ) : (
                <ul className="own-apps-list">
                  {shown.map((app) => (
                    <AppCard key={app.id} app={app} onOpen={() => void open(app)} />
                  ))}
                </ul>
              )}
            </>
          )
        }}
      </ReadState>
      {question}
    </>
  )
}
