import './kit.css'
import 'dayjs/locale/zh-cn'
import { ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
import { type ReactNode, useMemo } from 'react'
import type { Accent } from './accent.ts'
import { kitTheme } from './theme.ts'
import { useMedia } from './use-media.ts'

dayjs.locale('zh-cn')

type Props = { dark: boolean; compact: boolean; accent: Accent; nonce: string | undefined; children: ReactNode }

/** The kit in our colours, density and language. */
export const KitProvider = ({ dark, compact, accent, nonce, children }: Props) => {
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const theme = useMemo(() => kitTheme({ dark, compact, still, accent }), [dark, compact, still, accent])
  return (
    <ConfigProvider
      theme={theme}
      locale={zhCN}
      // The specification's words, as they are written: 查询, not 查 询.
      button={{ autoInsertSpace: false }}
      {...(nonce ? { csp: { nonce } } : {})}
    >
      {children}
    </ConfigProvider>
  )
}
