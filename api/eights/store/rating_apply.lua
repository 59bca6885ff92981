-- What one game does to one rating: all of it, or nothing, and once, however often it is sent.
--
-- KEYS  1 games counted (a sorted set by the time of judgement)  2 ratings (a hash by variant)  3 history (a stream)
--       4 opponents (a sorted set by the logarithm of how often they were met)
-- ARGV  1 game  2 time of its judgement  3 variant  4 rating of somebody new  5 added to mu  6 factor of sigma
--       7 details for the history  8 games known one by one  9 entries the history keeps
--       10 logarithm of what a meeting counts now  11 opponents known  12... opponents
local counted, ratings, history, met = unpack(KEYS)

local stored = redis.call('HGET', ratings, ARGV[3]) or ARGV[4]
local oldest = redis.call('ZRANGE', counted, 0, 0, 'WITHSCORES')
local forgotten = redis.call('ZCARD', counted) >= tonumber(ARGV[8]) and tonumber(ARGV[2]) <= tonumber(oldest[2])
if forgotten or redis.call('ZSCORE', counted, ARGV[1]) then
    return stored
end

local mu, sigma, games = string.match(stored, '^(%S+) (%S+) (%S+)$')
games = string.format('%.0f', tonumber(games) + 1)
local rating = string.format('%.17g %.17g %s', tonumber(mu) + tonumber(ARGV[5]), tonumber(sigma) * tonumber(ARGV[6]), games)

-- Of the writes, only the first can be refused (memory is short): a refusal leaves nothing.
redis.call('XADD', history, 'MAXLEN', ARGV[9], games .. '-0', 'g', ARGV[1], 'b', stored, 'a', rating, 'd', ARGV[7])
redis.call('ZADD', counted, ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYRANK', counted, 0, -tonumber(ARGV[8]) - 1)
redis.call('HSET', ratings, ARGV[3], rating)
local now = tonumber(ARGV[10])
for place = 12, #ARGV do
    local was, sum = redis.call('ZSCORE', met, ARGV[place]), now
    was = was and tonumber(was)
    if was then sum = math.max(was, now) + math.log(1 + math.exp(-math.abs(was - now))) end
    redis.call('ZADD', met, string.format('%.17g', sum), ARGV[place])
end
redis.call('ZREMRANGEBYRANK', met, 0, -tonumber(ARGV[11]) - 1)
return rating
