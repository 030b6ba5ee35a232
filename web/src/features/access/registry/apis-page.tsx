import { type ApiRow, apisContract } from '@atrium/contract/features/access/registry/apis.contract.ts'
import { RefreshCcwDot } from 'lucide-react'
import { Can } from '../../../kernel/access/can.tsx'
import type { FilterOf } from '../../../kernel/listing/filters.tsx'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import type { RowAction } from '../../../kernel/listing/use-row-actions.ts'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { ApiElements } from './api-elements.tsx'
import { ApiForm } from './api-form.tsx'
import { ApiMode } from './api-mode.tsx'
import { ApiUsage } from './api-usage.tsx'
import { findModules } from './find-modules.ts'
import { ApiState, NameAndAddress, OpenTo } from './registry-cells.tsx'
import { authNames, isRemovable, modeNames, stateNames, toAddress, toOptions } from './registry-words.ts'
import { ApiRemoval } from './removals.tsx'
import { SyncDrawer } from './sync-drawer.tsx'
import { useModules } from './use-modules.ts'
import './registry.css'

const { list, create, update, remove, sync, changeMode } = apisContract
/** Unbound APIs, and those that require no element, have no rule to observe; observation can always be ended. */
const canChangeMode = ({ mode, auth, unbound, origin }: ApiRow) =>
  mode === 'observe' || (origin === 'code' && auth === 'perm' && !unbound)
const find = findModules('code')
const unboundOptions = [
  { value: 'true', label: t('未绑定权限点') },
  { value: 'false', label: t('已绑定或无需绑定') },
]

const rowActions: readonly RowAction<ApiRow>[] = [
  { label: t('绑定权限点'), endpoint: list, when: ({ auth }) => auth === 'perm', drawer: ApiElements },
  { label: t('查看调用'), endpoint: list, when: ({ origin }) => origin === 'code', drawer: ApiUsage },
  { label: t('切换方式'), endpoint: changeMode, when: canChangeMode, drawer: ApiMode },
  { label: t('删除'), endpoint: remove, danger: true, when: isRemovable, drawer: ApiRemoval },
]

const filters: readonly FilterOf<typeof list>[] = [
  { kind: 'remoteSelect', name: 'module', label: t('模块'), find },
  { kind: 'select', name: 'auth', label: t('调用条件'), options: toOptions(authNames) },
  { kind: 'select', name: 'state', label: t('状态'), options: toOptions(stateNames) },
  { kind: 'select', name: 'mode', label: t('执行方式'), options: toOptions(modeNames) },
  { kind: 'select', name: 'unbound', label: t('权限点绑定'), options: unboundOptions },
]

/** All APIs: who can call them, their elements, and their state. */
export const ApisPage = () => {
  const modules = useModules()
  const names = new Map(modules.map(({ code, name }) => [code, name]))
  const [drawer, open] = useOverlay()
  return (
    <>
      <ListPage
        contract={{ list, create, update }}
        texts={{
          noun: t('接口'),
          purpose: t('产品的接口自动登记。需要授权的接口绑定权限点后，持有权限点的用户方可调用。'),
          searchHint: t('地址、名称'),
          rowName: toAddress,
        }}
        columns={[
          { field: 'path', title: t('接口'), leastWidth: 240, show: (_path, row) => <NameAndAddress {...row} /> },
          { field: 'module', title: t('模块'), width: 104, show: (module) => names.get(module) ?? module },
          { field: 'auth', title: t('调用条件'), leastWidth: 120, show: (_auth, row) => <OpenTo {...row} /> },
          { field: 'state', title: t('状态'), width: 108, show: (_state, row) => <ApiState {...row} /> },
          {
            key: 'calls7d',
            field: 'stat',
            title: t('7 天调用'),
            width: 84,
            alignRight: true,
            show: ({ calls7d }) => calls7d,
          },
          {
            key: 'p95',
            field: 'stat',
            title: t('P95（毫秒）'),
            width: 104,
            rank: -2,
            alignRight: true,
            show: ({ p95 }) => p95,
          },
          {
            key: 'denies7d',
            field: 'stat',
            title: t('7 天被拒'),
            width: 84,
            rank: -2,
            alignRight: true,
            show: ({ denies7d }) => denies7d,
          },
        ]}
        filters={filters}
        actions={{
          row: rowActions,
          timeline: 'api',
          tools: (
            <Can endpoint={sync}>
              <Button
                icon={<RefreshCcwDot aria-hidden size={14} />}
                onClick={() => open((onClosed) => <SyncDrawer onClosed={onClosed} />)}
              >
                {t('同步')}
              </Button>
            </Can>
          ),
        }}
        form={ApiForm}
      />
      {drawer}
    </>
  )
}
