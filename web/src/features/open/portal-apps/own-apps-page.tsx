import { usePageSearch } from '../../../kernel/page/page-context.ts'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { t } from '../../../ui/texts.ts'
import { type RequestTab, requestTabs, toRequestTab } from './app-request-tabs.tsx'
import { OwnApps } from './own-apps.tsx'
import './own-apps.css'

const shown = { apps: { text: t('应用', { context: 'plural' }), View: OwnApps }, ...requestTabs }
const tabs = Object.entries(shown).map(([key, { text }]) => ({ key: key as 'apps' | RequestTab, text }))

/** Applications of the user, and requests for others. */
export const OwnAppsPage = () => {
  const [search, go] = usePageSearch()
  const active = toRequestTab(search.get('tab')) ?? 'apps'
  const { View } = shown[active]
  return (
    <section className="own-apps">
      <PlainTabs
        label={t('我的应用')}
        tabs={tabs}
        active={active}
        onSelect={(tab) => go({ tab: tab === 'apps' ? undefined : tab }, { replace: true })}
      >
        <View />
      </PlainTabs>
    </section>
  )
}
