import type { PortalApp } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { compareNames } from '@atrium/contract/kernel/compare-names.ts'
import { maxSearchLength } from '@atrium/contract/kernel/fields.ts'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Empty } from '../../../ui/empty.tsx'
import { t } from '../../../ui/texts.ts'
import { AppCard } from './app-card.tsx'

type AllAppsProps = { apps: readonly PortalApp[]; onOpen: (app: PortalApp) => void }

/** Every application of the user, by category and name. */
export const AllApps = ({ apps, onOpen }: AllAppsProps) => {
  const [category, setCategory] = useState('')
  const [search, setSearch] = useState('')
  const categories = [...new Set(apps.map((app) => app.category))].filter(Boolean).toSorted(compareNames)
  const shown = apps
    .filter((app) => category === '' || app.category === category)
    .filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  if (apps.length === 0) return <Empty title={t('暂无应用')} hint={t('管理员向您开放应用后，可在此打开。')} />
  return (
    <>
      <label className="all-apps-search">
        <Search size={18} aria-hidden="true" />
        <span className="visually-hidden">{t('搜索应用')}</span>
        <input
          type="search"
          placeholder={t('搜索应用')}
          maxLength={maxSearchLength}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </label>
      {categories.length > 1 && (
        <fieldset className="all-apps-categories">
          <legend className="visually-hidden">{t('分类')}</legend>
          {['', ...categories].map((each) => (
            <button key={each} type="button" aria-pressed={each === category} onClick={() => setCategory(each)}>
              {each || t('全部')}
            </button>
          ))}
        </fieldset>
      )}
      {shown.length === 0 ? (
        <Empty title={t('没有符合条件的应用')} hint={t('请换个名称或分类。')} />
      ) : (
        <ul className="own-apps-list" aria-label={t('全部应用')}>
          {shown.map((app) => (
            <AppCard key={app.id} app={app} onOpen={() => onOpen(app)} />
          ))}
        </ul>
      )}
    </>
  )
}
