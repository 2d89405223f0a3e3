/** Demo review texts by rating, for any space type. */
export const general: Record<2 | 3 | 4 | 5, readonly string[]> = {
  5: [
    'Exactly as in the pictures, and the host answered within minutes. We are already looking at dates for the next one.',
    'Spotless, quiet and easy to find. The door code worked the first time, which I have learned not to take for granted.',
    'The light at four in the afternoon is something else. We stayed until the last minute.',
    'We have used a dozen places this year and this is the one the team asks for.',
    'Everything on the list was there and everything worked. Rare, and very welcome.',
    'Easy check-in, honest description, fair price. What more do you want.',
    'The host had set everything up before we came and left a note about the coffee machine. Small things, big difference.',
    'Booked it the evening before and it was ready at nine sharp.',
    'Our clients noticed the room before they noticed us. That is a compliment to the room.',
    'Lovely space with a lot of thought behind it. You feel that somebody works here too.',
    'Two hours became four because nobody wanted to leave.',
    'Could not fault it. Good tables, good chairs, good Wi-Fi, good neighbors.',
    'Even better than the first time, because now we knew where everything was.',
    'Third time here and it has been the same high standard each time.',
    'Perfect. Nothing to add.',
    'We arrived stressed and left with everything done and half an hour to spare.',
    'The host stayed for ten minutes, explained everything, and then left us to it. Just right.',
    'Clean, calm and well equipped. My client asked for the address before we had packed up.',
    'I have organized events for eight years and rarely find such clear instructions.',
    'Great value for the hours we needed. Booking and paying took two minutes.',
    'The neighborhood is half the fun: good coffee on the corner and an easy ride home.',
    'It looks better in person than on the screen, which never happens.',
    'Our second booking here. The first one went so well that we cancelled another place.',
    'Friendly, flexible and fast to reply when our van was late.',
    'We had everything we asked for, including the long extension cable.',
    'A space with character that still works. Five stars without thinking.',
  ],
  4: [
    'Great space and a kind host. Parking took a while, so plan ten extra minutes.',
    'Very good for the price. A second power strip near the window would make it perfect.',
    'Lovely room, a little warm in the afternoon until we found the fan.',
    'All as described. The elevator was slow with our equipment, but we managed.',
    'Would book again. The sound from the street is there but never disturbed us.',
    'Good place, clear instructions. I would have liked a larger fridge.',
    'Nice atmosphere and clean. The entrance is easy to miss the first time.',
    'Everything worked; the Wi-Fi dropped once and came back by itself.',
    'A solid choice. We needed a few minutes to understand the blinds.',
    'Pretty and practical. One chair wobbled, the host swapped it at once.',
    'Very happy overall. The map pin is on the wrong side of the block, so read the arrival notes.',
    'Good value and a warm welcome. The bathroom is one floor down.',
    'Lovely place. It took three messages to find out about parking.',
    'Well equipped, though two of the sockets did not work.',
    'We would come back, with one more hour for setting up.',
    'Nearly perfect. Bring your own speaker if music matters to you.',
  ],
  3: [
    'The room is fine, but the group before us overran and we started fifteen minutes late.',
    'Looks good, sounds hollow. Bring something soft if you plan to record.',
    'Decent for a short meeting. For a whole day the chairs could be kinder.',
    'The space was smaller than I had imagined, though the host was helpful about moving furniture.',
    'Good location, average cleanliness. A quick sweep between bookings would do.',
    'Nice host, but the pictures flatter it a little.',
    'It does the job. For the price I had expected better chairs and a second bathroom.',
  ],
  2: [
    'One of the lights we had come for was broken and nobody told us. The host refunded an hour, which was fair.',
    'It was cold when we arrived and stayed cold for most of the session.',
    'Construction next door all morning. Not the host’s fault, but a warning would have helped.',
  ],
}

/** Positive demo review texts by space type. */
export const ofType: Record<string, readonly string[]> = {
  'photo-space': [
    'Shot a twelve-look catalogue in one day without moving a single light twice. The windows do the work.',
    'The backdrops are in good condition and the steamer heats up fast. Our stylist wants to move in.',
    'Soft, even light from ten until three. Exactly what we needed for skin.',
    'Plenty of room to step back with a long lens, and loading in was painless.',
  ],
  'event-venue': [
    'Seventy guests, one long table and not a single complaint. The evening looked after itself.',
    'Our caterer said it was the best-organized kitchen she had worked in this year.',
    'We danced until the very end and the floor still looked better than we did.',
    'People keep asking where the photographs were taken.',
  ],
  'meeting-room': [
    'The screen connected on the first try. I nearly applauded.',
    'We closed the contract in this room, so I may be biased, but the table is excellent.',
    'A good place to say difficult things quietly. The coffee helped.',
    'Eight people, a full day, no headache at the end. The air is good.',
  ],
  office: [
    'We got more done in two days here than in two weeks at home.',
    'Real desks, real chairs, real silence. The phone booth saved us.',
    'The plants alone are worth the price. So is the internet.',
    'Our remote team met here for the first time and now nobody wants a normal office.',
  ],
  'creative-space': [
    'Held a life drawing evening for ten. Easels for everyone and light that flatters charcoal.',
    'Paint on the floor is allowed here, and it changes how you work.',
    'My best working morning in months. The room is generous.',
    'The cat supervised the whole workshop and approved.',
  ],
  studio: [
    'The layout just works, from the entrance to the last row. The students felt at home at once.',
    'Clear sound, clear sight, and an owner who knows where every cable lives.',
    'We filmed a six-part course here in two days.',
  ],
  rooftop: [
    'Sunset, a long table, twelve friends. I do not know what else to write.',
    'The view makes every speech sound better.',
    'The weather turned, the host called before we did and had a plan. Respect.',
    'We booked for the skyline and came away talking about the olive trees.',
  ],
  gallery: [
    'Hung fourteen works in a morning. The rail system is a gift.',
    'Beautiful proportions. Even the empty wall looked curated.',
    'The opening was full and still comfortable. Track lights are easy to aim.',
  ],
  kitchen: [
    'Cooked for twelve with three people at the stove and nobody in the way.',
    'The knives are sharp and the oven tells the truth. A real kitchen.',
    'Our food videos have never looked this good. Morning light on the island is perfect.',
    'Everything has its place and a label. I took notes for my own kitchen.',
  ],
  'dance-studio': [
    'The floor gives just enough. After four hours of rehearsal my knees wrote a thank-you note.',
    'Mirrors without a seam, good speakers, and the piano is in tune.',
    'Rehearsed a duet here all week. The evening light made us late every time.',
  ],
  'podcast-studio': [
    'Sat down, pressed the button, talked. The files needed no cleaning at all.',
    'The quietest room in the city. Even our loudest guest sounded wise.',
    'The host had tested both microphones before we came. Video looks lovely too.',
  ],
  'recording-studio': [
    'Tracked drums and piano on a Saturday, mixed on the Sunday. The room is honest.',
    'That felt wall does something to a voice. We kept every first take.',
    'Great kit, well kept. The patch bay is labeled by somebody who loves people.',
  ],
  workshop: [
    'Six beginners, six bowls, only one disaster. The wheels are quiet and well looked after.',
    'A workshop with sharp tools and a clean bench. I could have cried.',
    'My father and I built a chair here. Best birthday present I ever gave.',
  ],
  loft: [
    'We held a reading for twenty and it felt like somebody’s very good living room.',
    'The sofa, the lamps, the books: our interviewees relaxed within a minute.',
    'Dinner for six, cooked by one of us, and nobody wanted to go home.',
  ],
  lounge: [
    'The bar makes any small launch feel like an occasion.',
    'Sixty people and you could still talk to the one next to you.',
    'The barman remembered names. The playlist was ours and the sound was right.',
  ],
}

/** Last sentences of demo reviews, about the number of guests and hours. */
export const aboutGroup: readonly ((guests: number, hours: number) => string)[] = [
  (guests, hours) =>
    guests > 2
      ? `We were ${guests} people for ${hoursOf(hours)}, and it never felt crowded.`
      : `Just right for the two of us.`,
  (_, hours) =>
    hours === 1 ? 'One hour was enough.' : `We booked ${hours} hours and used every minute.`,
  (guests) =>
    guests > 5 ? `All ${guests} of us want to come back.` : 'I would not change a thing.',
  (guests) =>
    guests > 9
      ? 'A bigger group would still have fitted.'
      : 'Ideal for a small group that wants to get something done.',
]

const hoursOf = (hours: number) => (hours === 1 ? 'one hour' : `${hours} hours`)

/** Demo host replies to reviews with four or five stars. */
export const answersToPraise: readonly string[] = [
  'Thank you! It was a pleasure to have you, and the door is open for the next one.',
  'So glad that it worked out. Thank you for leaving everything as you found it.',
  'Thank you for the kind words. Come back any time.',
  'This made our week. See you next time!',
]

/** Demo host replies to reviews with fewer than four stars. */
export const answersToCriticism: readonly string[] = [
  'Thank you for telling us. We have fixed this since, and would like to show you next time.',
  'You are right, and we are sorry. We have changed how we prepare the room.',
  'Thank you for the honest words. The description now says it clearly.',
]

/** Demo reviews of guests by hosts. */
export const wordsOfHosts: readonly string[] = [
  'Friendly, on time and left the place tidy. Welcome back any time.',
  'Clear messages before the booking and no surprises on the day.',
  'A careful group that treated the room as their own.',
  'Left five minutes early and even stacked the chairs.',
  'Easy to host. I would accept the next booking without thinking.',
]
