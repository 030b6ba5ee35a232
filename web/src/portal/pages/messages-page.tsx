import { Empty } from '../../ui/empty.tsx'

/** Notices that reach the user. */
export const MessagesPage = () => <Empty title="暂无消息" />
