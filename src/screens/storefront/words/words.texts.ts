import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** The blog, the shop’s own pages and the portfolio. */
export const pageTexts = texts('screens.page', {
  moreOf: (list: string) => sentence`More of ${list}`,
  readOn: 'Read the answer',
  minutes: (minutes: number) => `${minutes} min read`,
  shortAnswer: 'The short answer',
  onThisPage: 'On this page',
  code: 'Code',
  otherArticles: 'More questions',
  previous: 'Previous question',
  next: 'Next question',
  allArticles: 'All questions',
  myPortfolio: 'My Portfolio',
  portfolioLead: 'The developer behind this shop.',
  portfolioFailed: 'The portfolio could not be loaded',
  monogramOf: (name: string) => sentence`Monogram of ${name}`,
  biography: 'About me',
  skills: 'What I work with',
  education: 'Education',
  projects: 'Projects',
  getInTouch: 'Get in touch',
})
