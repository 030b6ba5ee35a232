export { signInLogsRepository as signInLogs } from './sign-in-logs.repository.ts'
