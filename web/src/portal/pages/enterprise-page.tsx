import { Empty } from '../../ui/empty.tsx'

/** The user's enterprise. */
export const EnterprisePage = () => <Empty title="暂无公司资料" />
