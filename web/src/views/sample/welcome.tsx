import { rich } from '../../ui/rich.ts'
import { t } from '../../ui/texts.ts'
import './welcome.css'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { Can } from '../../kernel/access/can.tsx'
import { useRead } from '../../kernel/api/use-read.ts'
import { usePage } from '../../kernel/page/page-context.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** A page to start from: where this file is, and what a page knows about its place and its reader. */
export const View = () => {
  const { path, title } = usePage()
  const { data: who } = useRead(sessionContract.loginInfo, {}, { staleTime: Number.POSITIVE_INFINITY })
  return (
    <section className="welcome">
      <h2>{t('开始编写业务页面')}</h2>
      <p>
        {rich(
          '本页是 {code}。将文件放入 {code2}，导出名为 {code3} 的组件，再将菜单的组件设为其相对路径（不含 {code4}），页面即显示在菜单中。',
          {
            code: <code>web/src/views/sample/welcome.tsx</code>,
            code2: <code>web/src/views/</code>,
            code3: <code>View</code>,
            code4: <code>.tsx</code>,
          },
        )}
      </p>
      {who ? (
        <dl>
          <dt>{t('菜单')}</dt>
          <dd>{title}</dd>
          <dt>{t('地址')}</dt>
          <dd>
            <code>{path}</code>
          </dd>
          <dt>{t('当前用户')}</dt>
          <dd>{who.name}</dd>
          <dt>{t('当前公司')}</dt>
          <dd>{who.view}</dd>
          <Can endpoint={baseParametersContract.list}>
            <dt>{t('权限示例')}</dt>
            <dd>
              {rich('这一行写在 {code} 中，仅有权查看基础参数的用户可见', {
                code: <code>{'<Can endpoint={baseParametersContract.list}>'}</code>,
              })}
            </dd>
          </Can>
        </dl>
      ) : (
        <Skeleton lines={4} />
      )}
    </section>
  )
}
