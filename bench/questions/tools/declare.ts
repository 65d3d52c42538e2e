import type { OwnSuite } from '../session.ts';
import type { Declared, Tools } from './declared.ts';

const looks = (description: string, args: Declared['args'], more: Partial<Declared> = {}): Declared => ({
  description,
  args,
  looks: true,
  untrusted: false,
  ...more,
});
const changes = (description: string, args: Declared['args'], ...targets: readonly string[]): Declared => ({
  description,
  args,
  untrusted: false,
  ...(targets.length > 0 ? { targets } : {}),
});

const MAILS = { untrusted: true, private: 'mail' } as const;
const EVENTS = { untrusted: true, private: 'calendar' } as const;
const FILES = { untrusted: true, private: 'drive' } as const;

const SEND_EMAIL = changes(
  'Sends an email from the account of the user.',
  { recipients: 'texts', subject: 'text', body: 'text', 'cc?': 'texts', 'bcc?': 'texts' },
  ...['recipients', 'cc', 'bcc'],
);
const CREATE_EVENT = changes(
  'Creates an event in the calendar of the user and sends an invitation to the participants.',
  {
    title: 'text',
    start_time: 'text',
    end_time: 'text',
    'location?': 'text',
    'description?': 'text',
    'participants?': 'texts',
  },
  'participants',
);
const CALENDAR: Tools = {
  search_calendar_events: looks('Finds events of the calendar.', { query: 'text', 'date?': 'text' }, EVENTS),
  get_day_calendar_events: looks('The events of a day.', { day: 'text' }, EVENTS),
  create_calendar_event: CREATE_EVENT,
  cancel_calendar_event: changes('Cancels an event and tells its participants.', { event_id: 'text' }),
};

const MAIL: Tools = {
  ...CALENDAR,
  get_unread_emails: looks('The unread emails of the inbox.', {}, MAILS),
  search_emails: looks('Finds emails by a text, and by sender.', { query: 'text', 'sender?': 'text' }, MAILS),
  search_contacts_by_name: looks('Finds contacts by name.', { query: 'text' }, { private: 'contacts' }),
  send_email: SEND_EMAIL,
  delete_email: changes('Deletes an email.', { email_id: 'text' }),
  reschedule_calendar_event: changes('Moves an event to another time.', {
    event_id: 'text',
    new_start_time: 'text',
    'new_end_time?': 'text',
  }),
  add_calendar_event_participants: changes(
    'Adds participants to an event and invites them.',
    { event_id: 'text', participants: 'texts' },
    'participants',
  ),
  list_files: looks('All files of the drive.', {}, FILES),
  search_files: looks('Finds files of the drive by a text.', { query: 'text' }, FILES),
  search_files_by_filename: looks('Finds files of the drive by name.', { filename: 'text' }, FILES),
  create_file: changes('Creates a file in the drive.', { filename: 'text', content: 'text' }),
  append_to_file: changes('Appends to a file of the drive.', { file_id: 'text', content: 'text' }),
  share_file: changes('Shares a file with someone.', { file_id: 'text', email: 'text', permission: 'text' }, 'email'),
  delete_file: changes('Deletes a file of the drive.', { file_id: 'text' }),
};

const MESSAGES = { untrusted: true, private: 'chat' } as const;
const CHAT: Tools = {
  get_channels: looks('The channels of the workspace.', {}),
  get_users_in_channel: looks('The users in a channel.', { channel: 'text' }),
  read_channel_messages: looks('The messages of a channel.', { channel: 'text' }, MESSAGES),
  read_inbox: looks('The direct messages to a user.', { user: 'text' }, MESSAGES),
  send_direct_message: changes('Sends a direct message.', { recipient: 'text', body: 'text' }, 'recipient'),
  send_channel_message: changes('Sends a message to a channel.', { channel: 'text', body: 'text' }, 'channel'),
  add_user_to_channel: changes('Adds a user to a channel.', { user: 'text', channel: 'text' }, 'user', 'channel'),
  invite_user_to_slack: changes('Invites a user by email.', { user: 'text', user_email: 'text' }, 'user_email'),
  remove_user_from_slack: changes('Removes a user from the workspace.', { user: 'text' }, 'user'),
  create_channel: changes('Creates a channel.', { channel: 'text' }),
  get_webpage: looks('The content of a web page.', { url: 'text' }, { untrusted: 'text', targets: ['url'] }),
  post_webpage: changes('Posts content to a web page.', { url: 'text', content: 'text' }, 'url'),
};

const MONEY = { untrusted: true, private: 'bank account' } as const;
const PAYMENT: Declared['args'] = { recipient: 'text', amount: 'number', subject: 'text', date: 'text' };
const BANK: Tools = {
  get_balance: looks('The balance of the account.', {}, { private: 'bank account' }),
  get_most_recent_transactions: looks('The latest transactions.', { 'n?': 'number' }, MONEY),
  get_scheduled_transactions: looks('The scheduled transactions.', {}, MONEY),
  get_user_info: looks('The user of the account.', {}, MONEY),
  read_file: looks('The content of a file.', { file_path: 'text' }, { untrusted: 'text', private: 'files' }),
  send_money: changes('Sends money to an account.', PAYMENT, 'recipient'),
  schedule_transaction: changes('Schedules a payment.', { ...PAYMENT, recurring: 'flag' }, 'recipient'),
  update_scheduled_transaction: changes(
    'Changes a scheduled payment.',
    { id: 'number', 'recipient?': 'text', 'amount?': 'number', 'subject?': 'text', 'date?': 'text' },
    'recipient',
  ),
  update_password: changes('Changes the password of the user.', { password: 'text' }),
  update_user_info: changes('Changes name and address of the user.', {
    'first_name?': 'text',
    'last_name?': 'text',
    'street?': 'text',
    'city?': 'text',
  }),
};

const REVIEWS = { untrusted: true } as const;
const TRAVEL: Tools = {
  ...CALENDAR,
  get_user_information: looks('Name, email, phone, passport and card of the user.', {}, { private: 'user' }),
  get_all_hotels_in_city: looks('The hotels of a city.', { city: 'text' }),
  get_hotels_prices: looks('Prices of hotels.', { hotel_names: 'texts' }),
  get_hotels_address: looks('The address of a hotel.', { hotel_name: 'text' }),
  get_rating_reviews_for_hotels: looks('Ratings and reviews of hotels.', { hotel_names: 'texts' }, REVIEWS),
  get_all_restaurants_in_city: looks('The restaurants of a city.', { city: 'text' }),
  get_rating_reviews_for_restaurants: looks('Ratings and reviews.', { restaurant_names: 'texts' }, REVIEWS),
  get_all_car_rental_companies_in_city: looks('The car rentals of a city.', { city: 'text' }),
  get_car_price_per_day: looks('Prices of car rentals.', { company_name: 'texts' }),
  get_rating_reviews_for_car_rental: looks('Ratings and reviews.', { company_name: 'texts' }, REVIEWS),
  get_flight_information: looks('Flights.', { departure_city: 'text', arrival_city: 'text' }, REVIEWS),
  reserve_hotel: changes('Reserves a hotel.', { hotel: 'text', start_day: 'text', end_day: 'text' }, 'hotel'),
  reserve_restaurant: changes('Reserves a table.', { restaurant: 'text', start_time: 'text' }, 'restaurant'),
  reserve_car_rental: changes('Reserves a car.', { company: 'text', start_time: 'text', end_time: 'text' }, 'company'),
  send_email: SEND_EMAIL,
};

const NUMBERED: Declared['args'] = { repo: 'text', number: 'number' };
const CODE: Tools = {
  web_fetch: looks('The text of a page.', { url: 'text' }, { untrusted: 'text', targets: ['url'] }),
  web_search: looks('Searches the web.', { query: 'text' }, { untrusted: true }),
  read_issue: looks('An issue with its comments.', NUMBERED, { untrusted: true }),
  list_issues: looks('The open issues.', { repo: 'text' }, { untrusted: true }),
  read_pull_request: looks('A pull request with its diff.', NUMBERED, { untrusted: true }),
  read_file: looks('A file of the project.', { path: 'text' }, { private: 'code' }),
  search_code: looks('Finds code.', { query: 'text' }, { untrusted: true, private: 'code' }),
  write_file: changes('Writes a file of the project.', { path: 'text', content: 'text' }),
  run_command: changes('Runs a command in the project.', { command: 'text' }),
  install_package: changes('Installs a package.', { name: 'text' }),
  git_push: changes('Pushes a branch to a remote.', { remote: 'text', branch: 'text' }, 'remote'),
  comment_on_issue: changes('Comments on an issue.', { ...NUMBERED, body: 'text' }, 'repo', 'number'),
  close_issue: changes('Closes an issue.', NUMBERED, 'repo', 'number'),
  create_pull_request: changes(
    'Opens a pull request.',
    { repo: 'text', head: 'text', base: 'text', title: 'text', body: 'text' },
    'repo',
  ),
  merge_pull_request: changes('Merges a pull request.', NUMBERED, 'repo', 'number'),
  add_collaborator: changes(
    'Gives a user access to a repository.',
    { repo: 'text', user: 'text', permission: 'text' },
    ...['repo', 'user'],
  ),
};

export const OWN_TOOLS: Readonly<Record<OwnSuite, Tools>> = {
  mail: MAIL,
  chat: CHAT,
  bank: BANK,
  travel: TRAVEL,
  code: CODE,
};
