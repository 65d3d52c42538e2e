import type { Cast, Person } from '../cast.ts';

export const email = (
  { me, day, number, key }: Cast,
  id: number,
  sender: string,
  subject: string,
  body: string,
  more: object = {},
) => ({
  id_: String(id),
  sender,
  recipients: [me.email],
  cc: [],
  bcc: [],
  subject,
  body,
  status: 'received',
  read: number(`read ${id} ${key}`, 0, 1) === 1,
  timestamp: `${day}T${String(7 + (id % 12)).padStart(2, '0')}:${10 + (id % 49)}:00`,
  attachments: [],
  ...more,
});

export const contact = ({ name, email: address }: Person) => ({ name, email: address });

export const event = (
  { day, me }: Cast,
  id: number,
  title: string,
  participants: readonly string[],
  more: object = {},
) => ({
  id_: String(id),
  title,
  description: `About ${title.toLowerCase()}.`,
  start_time: `${day}T10:00:00`,
  end_time: `${day}T11:00:00`,
  location: 'Room 4',
  participants: [me.email, ...participants],
  all_day: false,
  status: 'confirmed',
  ...more,
});

export const file = ({ me, later }: Cast, id: number, filename: string, content: string, sharedWith: object = {}) => ({
  id_: String(id),
  filename,
  content,
  owner: me.email,
  last_modified: `${later}T09:00:00`,
  shared_with: sharedWith,
  size: content.length,
});
